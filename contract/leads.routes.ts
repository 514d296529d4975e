import { z } from 'zod';
import { addedLead } from './added-leads.ts';
import { diskText } from './disk-text.ts';
import { endpoints } from './endpoints.ts';
import { exportText } from './export-text.ts';
import { firstMessage } from './fields.ts';
import { idParams, route, success } from './http.ts';
import {
  bulkChange,
  bulkProgress,
  bulkProgressQuery,
  bulkResult,
  leadConflict,
  undoResult,
} from './lead-changes.ts';
import {
  duplicatesQuery,
  exportChosen,
  exportQuery,
  leadCountQuery,
  leadsQuery,
} from './lead-queries.ts';
import { leadText } from './lead-text.ts';
import { externalLead, lead, leadAnswer, leadChange } from './leads.ts';
import { counted, partnerIdText } from './lists.ts';
import { errorText } from './protocol.ts';
import { badPage, invalid, refused } from './refusals.ts';
import { tokenText } from './tokens.ts';

const noSuchLead = { not_found: [leadText.notFound] } as const;
/** To ask for deleted leads. */
const onlyForAdministrators = { forbidden: [errorText.insufficientPermissions] } as const;

const exportErrors = {
  too_many: [exportText.another],
  unavailable: [errorText.busy, diskText.export, exportText.tooLong, exportText.noRoom],
};

export const leadsRoutes = {
  listLeads: route({
    ...endpoints.listLeads,
    summary: 'Leads, newest first',
    query: leadsQuery,
    status: 200,
    response: z.object({ leads: z.array(lead), total: z.number().int() }),
    errors: { ...badPage, ...onlyForAdministrators },
  }),
  countLeads: route({
    ...endpoints.countLeads,
    summary: 'How many leads have one of the given statuses',
    query: leadCountQuery,
    status: 200,
    response: counted,
    errors: refused(leadCountQuery),
  }),
  createLead: route({
    ...endpoints.createLead,
    summary: 'Add a lead; an administrator, also for a partner',
    body: addedLead,
    status: 201,
    response: leadAnswer,
    errors: invalid(firstMessage(addedLead), ...Object.values(partnerIdText)),
  }),
  getLead: route({
    ...endpoints.getLead,
    summary: 'A lead of your own with all its fields; an administrator, any lead',
    params: idParams,
    status: 200,
    response: leadAnswer,
    errors: noSuchLead,
  }),
  updateLead: route({
    ...endpoints.updateLead,
    summary: 'Correct a lead of your own; an administrator, any lead and its status',
    params: idParams,
    body: leadChange,
    status: 200,
    response: leadAnswer,
    errorBody: leadConflict,
    errors: {
      ...invalid(leadText.versionMissing, leadText.nothingToChange),
      forbidden: [errorText.insufficientPermissions, leadText.companyOfLive],
      ...noSuchLead,
      conflict: [leadText.changedMeanwhile],
      unavailable: [errorText.beingChanged],
    },
  }),
  deleteLead: route({
    ...endpoints.deleteLead,
    summary: 'Delete a lead of your own; an administrator, any lead',
    params: idParams,
    status: 200,
    response: success,
    errors: { ...noSuchLead, unavailable: [errorText.beingChanged] },
  }),
  restoreLead: route({
    ...endpoints.restoreLead,
    summary: 'Bring back a lead that was deleted in the last 30 days',
    params: idParams,
    status: 200,
    response: leadAnswer,
    errors: { ...noSuchLead, unavailable: [errorText.beingChanged] },
  }),
  findDuplicates: route({
    ...endpoints.findDuplicates,
    summary: 'Leads of your own with this email, or this company and contact: at most 5',
    query: duplicatesQuery,
    status: 200,
    response: z.object({ leads: z.array(lead) }),
    errors: invalid(...Object.values(partnerIdText)),
  }),
  exportLeads: route({
    ...endpoints.exportLeads,
    summary: 'What the list shows, as a file that can be uploaded again',
    query: exportQuery,
    status: 200,
    response: z.unknown(),
    errors: {
      ...refused(exportQuery),
      ...onlyForAdministrators,
      too_large: [exportText.tooManyRows, exportText.tooLarge],
      ...exportErrors,
    },
  }),
  exportChosenLeads: route({
    ...endpoints.exportChosenLeads,
    summary: 'Leads that were chosen one by one, as a file that can be uploaded again',
    body: exportChosen,
    status: 200,
    response: z.unknown(),
    errors: {
      ...refused(exportChosen, {}),
      ...noSuchLead,
      too_large: [exportText.tooLarge],
      ...exportErrors,
    },
  }),
  changeLeads: route({
    ...endpoints.changeLeads,
    summary: 'Change many leads at once: all of them, or none',
    body: bulkChange,
    status: 200,
    response: bulkResult,
    errors: {
      ...invalid(
        leadText.many.whichLeads,
        leadText.many.oneChange,
        leadText.many.unknownPartner,
        leadText.many.deletedLeads,
      ),
      forbidden: [errorText.insufficientPermissions],
      ...noSuchLead,
      conflict: [leadText.many.unexpectedCount, leadText.many.otherChange, leadText.many.undone],
      too_many: [leadText.many.another],
      unavailable: [errorText.busy, errorText.beingChanged, leadText.many.tooLong],
    },
  }),
  changeLeadsProgress: route({
    ...endpoints.changeLeadsProgress,
    summary: 'How far a change of many leads with this change_id, or its undoing, has come',
    query: bulkProgressQuery,
    status: 200,
    response: bulkProgress,
    errors: refused(bulkProgressQuery),
  }),
  undoLeadsChange: route({
    ...endpoints.undoLeadsChange,
    summary: 'Put back what a change of many leads has changed; what was changed since stays',
    params: idParams,
    status: 200,
    response: undoResult,
    errors: {
      not_found: [leadText.many.notFound],
      conflict: [leadText.many.tooLate],
      too_many: [leadText.many.another],
      unavailable: [errorText.busy, errorText.beingChanged, leadText.many.tooLong],
    },
  }),
  createExternalLead: route({
    ...endpoints.createExternalLead,
    summary: 'Push a lead from another system',
    body: externalLead,
    status: 201,
    response: success.extend({ lead_id: z.string() }),
    errors: {
      ...invalid(leadText.invalidEmail),
      unauthorized: [tokenText.missing, tokenText.invalid, tokenText.revoked],
      forbidden: [errorText.insufficientPermissions],
    },
  }),
};

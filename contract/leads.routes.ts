import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { idParams, route, success } from './http.ts';
import {
  externalLead,
  lead,
  leadAnswer,
  leadChange,
  leadCountQuery,
  leadsQuery,
  leadText,
  newLead,
} from './leads.ts';
import { errorText } from './protocol.ts';
import { badPage, invalid, refused } from './refusals.ts';
import { externalText } from './tokens.ts';

const noSuchLead = { not_found: [leadText.notFound] } as const;

export const leadsRoutes = {
  listLeads: route({
    ...endpoints.listLeads,
    summary: 'Leads, newest first',
    query: leadsQuery,
    status: 200,
    response: z.object({ leads: z.array(lead), total: z.number().int() }),
    errors: badPage,
  }),
  countLeads: route({
    ...endpoints.countLeads,
    summary: 'How many leads have one of the given statuses',
    query: leadCountQuery,
    status: 200,
    response: z.object({ count: z.number().int() }),
    errors: refused(leadCountQuery),
  }),
  createLead: route({
    ...endpoints.createLead,
    summary: 'Add a lead',
    body: newLead,
    status: 201,
    response: leadAnswer,
    errors: refused(newLead),
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
    summary: "Change a lead's status",
    params: idParams,
    body: leadChange,
    status: 200,
    response: leadAnswer,
    errors: { ...refused(leadChange), ...noSuchLead },
  }),
  deleteLead: route({
    ...endpoints.deleteLead,
    summary: 'Delete a lead of your own; an administrator, any lead',
    params: idParams,
    status: 200,
    response: success,
    errors: noSuchLead,
  }),
  createExternalLead: route({
    ...endpoints.createExternalLead,
    summary: 'Push a lead from another system',
    body: externalLead,
    status: 201,
    response: success.extend({ lead_id: z.string() }),
    errors: {
      ...invalid(leadText.invalidEmail),
      unauthorized: Object.values(externalText),
      forbidden: [errorText.insufficientPermissions],
    },
  }),
};

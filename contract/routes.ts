import { z } from 'zod';
import { newPassword, user } from './accounts.ts';
import { companiesQuery, company, companyChange, companyText } from './companies.ts';
import { endpoints } from './endpoints.ts';
import { firstMessage } from './fields.ts';
import { idParams, type Route, route, success, working } from './http.ts';
import {
  checkQuery,
  fileCheck,
  importRecord,
  importsQuery,
  importText,
  progressQuery,
  reportQuery,
  uploadErrorBody,
  uploadProgress,
  uploadQuery,
  uploadResult,
} from './imports.ts';
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
import { rateLimits } from './limits.ts';
import { pageQuery } from './lists.ts';
import { newPartner, partner, partnerAnswer, partnerChange, partnerText } from './partners.ts';
import { errorText } from './protocol.ts';
import { credentials, refreshRequest, signedIn } from './session.ts';
import { sessionText, tooManySignIns } from './session-text.ts';
import {
  apiToken,
  createdToken,
  externalText,
  newToken,
  tokenChange,
  tokenText,
} from './tokens.ts';

const noSuchLead = { not_found: [leadText.notFound] } as const;
const noSuchPartner = { not_found: [partnerText.notFound] } as const;
const noSuchToken = { not_found: [tokenText.notFound] } as const;
const invalid = (...messages: string[]) => ({ invalid: messages });
/** A 400 with the words of the schema itself: those for an empty call, or for this one. */
const refused = (schema: z.ZodType, value?: unknown) => invalid(firstMessage(schema, value));
const badPage = refused(pageQuery, { limit: 0 });

const uploadErrors = {
  ...invalid(importText.noFile, importText.invalidFile, importText.oneFile, importText.noRows),
  too_large: [importText.tooLarge],
  too_many: [importText.anotherUpload],
  unavailable: [importText.busy],
  unsupported_media_type: [errorText.mediaType],
};

/** Every endpoint of spec §7 with what it takes and answers: the server, the types of the browser's
 * client and OpenAPI come from here. */
/** Of calls that hash a password: only so many are hashed at once. */
const busyHashing = { unavailable: [errorText.busy] };

export const routes = {
  csrfToken: route({
    ...endpoints.csrfToken,
    summary: 'A CSRF token, for the X-CSRF-Token header of every call that is not a GET',
    status: 200,
    response: z.object({ csrf_token: z.string() }),
    errors: {},
  }),
  login: route({
    ...endpoints.login,
    summary: 'Sign in',
    body: credentials,
    status: 200,
    response: signedIn,
    errors: {
      ...invalid(sessionText.missing),
      unauthorized: [sessionText.refused],
      too_many: [tooManySignIns(rateLimits.login_account.seconds)],
      ...busyHashing,
    },
  }),
  logout: route({
    ...endpoints.logout,
    summary: 'Sign out: the session ends at once, in every tab',
    status: 200,
    response: success,
    errors: {},
  }),
  refreshToken: route({
    ...endpoints.refreshToken,
    summary: 'A new access token for a session that is still alive',
    body: refreshRequest,
    status: 200,
    response: z.object({ token: z.string() }),
    errors: {
      ...refused(refreshRequest),
      unauthorized: [errorText.sessionEnded],
      too_many: [errorText.rateLimit],
    },
  }),
  me: route({
    ...endpoints.me,
    summary: 'Who is signed in',
    status: 200,
    response: z.object({ user }),
    errors: {},
  }),

  listPartners: route({
    ...endpoints.listPartners,
    summary: 'All partners, newest first',
    status: 200,
    response: z.object({ partners: z.array(partner) }),
    errors: {},
  }),
  getPartner: route({
    ...endpoints.getPartner,
    summary: 'One partner',
    params: idParams,
    status: 200,
    response: partnerAnswer,
    errors: noSuchPartner,
  }),
  createPartner: route({
    ...endpoints.createPartner,
    summary: 'Add a partner',
    body: newPartner,
    status: 201,
    response: partnerAnswer,
    errors: { ...refused(newPartner), conflict: [partnerText.emailTaken], ...busyHashing },
  }),
  updatePartner: route({
    ...endpoints.updatePartner,
    summary: "Change a partner's name and company",
    params: idParams,
    body: partnerChange,
    status: 200,
    response: partnerAnswer,
    errors: { ...refused(partnerChange), ...noSuchPartner },
  }),
  deletePartner: route({
    ...endpoints.deletePartner,
    summary: 'Delete a partner: their sessions and API tokens end, their leads stay',
    params: idParams,
    status: 200,
    response: success,
    errors: noSuchPartner,
  }),
  resetPartnerPassword: route({
    ...endpoints.resetPartnerPassword,
    summary: "Set a partner's password: all their sessions end",
    params: idParams,
    body: newPassword,
    status: 200,
    response: success,
    errors: { ...refused(newPassword), ...noSuchPartner, ...busyHashing },
  }),

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
  uploadLeads: route({
    ...endpoints.uploadLeads,
    summary: 'Add the leads of a CSV, XLS or XLSX file: all of them, or none and a row report',
    query: uploadQuery,
    errorBody: uploadErrorBody,
    status: 200,
    response: uploadResult,
    errors: { ...uploadErrors, conflict: [importText.otherFile, importText.undone] },
  }),
  checkUpload: route({
    ...endpoints.checkUpload,
    summary: 'What a file holds, what is wrong in it and what repeats; nothing is stored',
    query: checkQuery,
    status: 200,
    response: fileCheck,
    errors: uploadErrors,
  }),
  reportUpload: route({
    ...endpoints.reportUpload,
    summary: 'The rows of a file with a column Errors: CSV for a CSV file, XLSX for a workbook',
    query: reportQuery,
    status: 200,
    response: z.unknown(),
    errors: {
      ...uploadErrors,
      too_large: [importText.tooLarge, importText.reportTooLarge],
    },
  }),
  uploadProgress: route({
    ...endpoints.uploadProgress,
    summary: 'How far the file of an upload, check or report with this upload_id has come',
    query: progressQuery,
    status: 200,
    response: uploadProgress,
    errors: refused(progressQuery),
  }),
  listImports: route({
    ...endpoints.listImports,
    summary: 'Files that leads were added from, newest first',
    query: importsQuery,
    status: 200,
    response: z.object({ imports: z.array(importRecord), total: z.number().int() }),
    errors: badPage,
  }),
  getImport: route({
    ...endpoints.getImport,
    summary: 'A file that leads were added from',
    params: idParams,
    status: 200,
    response: z.object({ import: importRecord }),
    errors: { not_found: [importText.notFound] },
  }),
  undoImport: route({
    ...endpoints.undoImport,
    summary: 'Delete all leads of an import, while none has been changed or deleted',
    params: idParams,
    status: 200,
    response: success.extend({ count: z.number().int() }),
    errors: { not_found: [importText.notFound], conflict: [importText.touched, importText.undone] },
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

  listTokens: route({
    ...endpoints.listTokens,
    summary: 'Your API tokens, masked, newest first',
    status: 200,
    response: z.object({ tokens: z.array(apiToken) }),
    errors: {},
  }),
  createToken: route({
    ...endpoints.createToken,
    summary: 'Create an API token: the only answer that carries it in full',
    body: newToken,
    status: 200,
    response: createdToken,
    errors: { ...refused(newToken), conflict: [tokenText.tooMany] },
  }),
  updateToken: route({
    ...endpoints.updateToken,
    summary: 'Revoke an API token',
    params: idParams,
    body: tokenChange,
    status: 200,
    response: z.object({ token: apiToken }),
    errors: {
      ...refused(tokenChange),
      ...noSuchToken,
      conflict: [tokenText.alreadyRevoked],
    },
  }),
  deleteToken: route({
    ...endpoints.deleteToken,
    summary: 'Delete an API token',
    params: idParams,
    status: 200,
    response: success,
    errors: noSuchToken,
  }),

  listLiveCompanies: route({
    ...endpoints.listLiveCompanies,
    summary: 'Companies that are live, newest first, with the commissions they pay',
    query: companiesQuery,
    status: 200,
    response: z.object({
      companies: z.array(company),
      total: z.number().int(),
      source: z.enum(['portal', 'hubspot']).describe('where the commissions are kept'),
    }),
    errors: badPage,
  }),
  updateCompany: route({
    ...endpoints.updateCompany,
    summary: "Change a live company's commissions",
    params: idParams,
    body: companyChange,
    status: 200,
    response: z.object({ company }),
    errors: {
      ...refused(companyChange, { commission_payable_to_partner: 'much' }),
      not_found: [companyText.notFound],
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
      unauthorized: Object.values(externalText),
      forbidden: [errorText.insufficientPermissions],
    },
  }),

  openapi: route({
    ...endpoints.openapi,
    summary: 'This description',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: { too_many: [errorText.rateLimit] },
  }),
  health: route({
    ...endpoints.health,
    summary: 'The process is alive',
    status: 200,
    response: working,
    errors: {},
  }),
  readiness: route({
    ...endpoints.readiness,
    summary: 'The database answers and its migrations are in',
    status: 200,
    response: working,
    errors: {},
  }),
} satisfies Record<keyof typeof endpoints, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

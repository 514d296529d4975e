import { createHmac, randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Route } from '#contract/http.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { liveCompany } from './live-company.ts';
import {
  addLead,
  adminAccount,
  adminConfirmation,
  type Caller,
  type FilePayload,
  filePayload,
  leadBody,
  partnerPassword,
  type SignedIn,
  type TestPortal,
} from './portal.ts';

/** The whole contract, so that what is tested of every route is tested of the next one too. */
export const everyRoute = Object.entries(routes) as [RouteName, Route][];

export type Cast = {
  portal: TestPortal;
  admin: SignedIn;
  partner: SignedIn;
  other: SignedIn;
  apiToken: string;
};

export async function castOf(portal: TestPortal): Promise<Cast> {
  const [admin, partner] = [await portal.asAdmin(), await portal.asPartner('One')];
  const other = await portal.asPartner('Other');
  const { body } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  await allowManyCrmCalls(portal);
  return { portal, admin, partner, other, apiToken: body.token };
}

/** The clock of a test stands still, so that every call of HubSpot would wait longer than the last. */
async function allowManyCrmCalls({ db }: TestPortal): Promise<void> {
  await db.query(sql`
    insert into crm_budget (name, most, milliseconds) values ('other', 1000000, 10000)`);
}

/** What a call is made of; `caller` only where it is not the usual one of the route's access. */
export type Parts = {
  caller?: Caller;
  id?: string;
  tokenId?: string;
  query?: string;
  body?: Record<string, unknown>;
  /** What is sent as it is: a file, or a text that is signed. */
  file?: FilePayload;
};

const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@acme.example' };
let made = 0;
const newPartner = () => ({
  name: 'New',
  email: `new-${++made}@partner.example`,
  company: 'New Ltd',
  password: partnerPassword,
});

async function partnerId({ admin }: Cast): Promise<string> {
  return (await admin.call(routes.createPartner, { body: newPartner() })).body.partner.id;
}

const newAdministrator = () => ({
  name: 'New',
  email: `new-${++made}@office.example`,
  password: partnerPassword,
  ...adminConfirmation,
});

async function administratorId({ admin }: Cast): Promise<string> {
  const { body } = await admin.call(routes.createAdministrator, { body: newAdministrator() });
  return body.administrator.id;
}

/** A session of theirs beside the one that they call with. */
export async function sessionIdOf(portal: TestPortal, owner: SignedIn): Promise<string> {
  const { call } = await portal.logIn(owner.user.email, partnerPassword);
  const { sessions } = (await call(routes.listSessions)).body;
  return sessions.find(({ current }) => current)?.id ?? '';
}

export async function companyIdOf(admin: SignedIn, owner: SignedIn): Promise<string> {
  return (await liveCompany(admin, owner, `Live ${++made}`)).id;
}

export async function leadIdOf(owner: SignedIn): Promise<string> {
  return (await addLead(owner)).id;
}

export async function tokenIdOf(owner: SignedIn): Promise<string> {
  return (await owner.call(routes.createToken, { body: { name: 'Any' } })).body.token_id;
}

export const unknownId = '0192aaaa-0000-7000-8000-000000000000';
const oneLead = filePayload('company_name,first_name,last_name,email\nA,B,C,d@e.example\n');

/** An import of its own, whatever was uploaded before. */
export async function importIdOf(owner: SignedIn): Promise<string> {
  const query = { upload_id: randomUUID() };
  return (await owner.call(routes.uploadLeads, { query, file: oneLead })).body.import_id;
}

const newView = () => ({ name: `View ${++made}`, query: 'status=Live' });

export async function viewIdOf(owner: SignedIn): Promise<string> {
  return (await owner.call(routes.createView, { body: newView() })).body.view.id;
}

/** A change of many leads that can still be undone. */
export async function bulkIdOf(owner: SignedIn): Promise<string> {
  const body = { ids: [await leadIdOf(owner)], delete: true as const };
  return (await owner.call(routes.changeLeads, { body })).body.undo_id;
}

/** What every route needs to be set: HubSpot is asked, and does not answer. */
export const crmEnvironment = {
  HUBSPOT_ACCESS_TOKEN: 'a-key',
  HUBSPOT_BASE_URL: 'http://127.0.0.1:9',
  HUBSPOT_WEBHOOK_SECRET: 'a-secret',
};

/** As HubSpot sends them. */
export function signedEvents(portal: TestPortal, events: unknown, at = portal.clock.now()) {
  const payload = Buffer.from(JSON.stringify(events));
  const timestamp = String(at.getTime());
  const address = `${portal.config.publicUrl}${routes.receiveHubSpotEvents.path}`;
  const signature = createHmac('sha256', portal.config.hubspotWebhookSecret ?? '')
    .update(`POST${address}${payload}${timestamp}`)
    .digest('base64');
  const headers = {
    'content-type': 'application/json',
    'x-hubspot-request-timestamp': timestamp,
    'x-hubspot-signature-v3': signature,
  };
  return { payload, headers };
}

/** Something that could not be sent to HubSpot. */
export async function parkedJobId({ db }: TestPortal): Promise<string> {
  const id = uuidv7();
  await db.query(sql`
    insert into jobs (id, kind, key, attempts, reason, parked_at)
    values (${id}, 'push_lead', ${uuidv7()}, 1, 'HubSpot refuses the email', now())`);
  return id;
}

/** A call of each route that succeeds. A route without one does not compile. */
const goodCalls: Record<RouteName, (cast: Cast) => Parts | Promise<Parts>> = {
  csrfToken: () => ({}),
  login: () => ({ body: adminAccount }),
  logout: async ({ portal }) => ({ caller: await portal.asAdmin() }),
  refreshToken: ({ partner }) => ({ body: { refresh_token: partner.refreshToken } }),
  me: () => ({}),
  // Somebody new each time: a password that was changed is no longer the current one.
  changeOwnPassword: async ({ portal }) => ({
    caller: await portal.asPartner(),
    body: { current_password: partnerPassword, password: 'Another-pass-1' },
  }),
  listSessions: () => ({}),
  endSession: async ({ portal, partner }) => ({ id: await sessionIdOf(portal, partner) }),
  endOtherSessions: () => ({}),
  listAdministrators: () => ({}),
  createAdministrator: () => ({ body: newAdministrator() }),
  deleteAdministrator: async (cast) => ({
    id: await administratorId(cast),
    body: adminConfirmation,
  }),
  resetAdministratorPassword: async (cast) => ({
    id: await administratorId(cast),
    body: { password: 'Another-pass-1', ...adminConfirmation },
  }),
  listPartners: () => ({}),
  getPartner: async (cast) => ({ id: await partnerId(cast) }),
  getPartnerFigures: async (cast) => ({ id: await partnerId(cast) }),
  getMovement: () => ({}),
  listStuckLeads: () => ({}),
  createPartner: () => ({ body: newPartner() }),
  updatePartner: async (cast) => ({
    id: await partnerId(cast),
    body: { name: 'Renamed', company: 'Renamed Ltd' },
  }),
  deletePartner: async (cast) => ({ id: await partnerId(cast) }),
  resetPartnerPassword: async (cast) => ({
    id: await partnerId(cast),
    body: { password: 'Another-pass-1', revoke_tokens: true },
  }),
  listPartnerTokens: async (cast) => ({ id: await partnerId(cast) }),
  revokePartnerToken: async ({ other }) => ({
    id: other.user.id,
    tokenId: await tokenIdOf(other),
    body: { revoked: true },
  }),
  listLeads: () => ({
    query: `limit=5&offset=0&search=a&status_filter=new&import_id=${unknownId}`,
  }),
  countLeads: () => ({ query: 'status_group=new,open' }),
  createLead: () => ({ body: leadBody({ title: 'CEO', website: 'a.example', country: 'UK' }) }),
  uploadLeads: () => ({ file: oneLead }),
  checkUpload: () => ({ file: oneLead }),
  reportUpload: () => ({ file: oneLead }),
  uploadProgress: () => ({ query: `upload_id=${unknownId}` }),
  listImports: () => ({ query: 'limit=5&offset=0' }),
  getImport: async ({ partner }) => ({ id: await importIdOf(partner) }),
  undoImport: async ({ partner }) => ({ id: await importIdOf(partner) }),
  getLead: async ({ partner }) => ({ id: await leadIdOf(partner) }),
  updateLead: async ({ partner }) => ({
    id: await leadIdOf(partner),
    body: { version: 1, phone_number: '+356 2100 0000' },
  }),
  deleteLead: async ({ partner }) => ({ id: await leadIdOf(partner) }),
  restoreLead: async ({ admin, partner }) => {
    const id = await leadIdOf(partner);
    await admin.call(routes.deleteLead, { params: { id } });
    return { id };
  },
  listLeadEvents: async ({ partner }) => ({
    id: await leadIdOf(partner),
    query: 'limit=5&offset=0',
  }),
  addNote: async ({ partner }) => ({ id: await leadIdOf(partner), body: { text: 'Called twice' } }),
  markNotesRead: async ({ partner }) => ({ id: await leadIdOf(partner) }),
  countUnreadLeads: () => ({}),
  findDuplicates: () => ({ query: 'email=ada@acme.example' }),
  exportLeads: () => ({ query: 'format=csv&search=a&sort=company_name' }),
  exportChosenLeads: async ({ partner }) => ({
    body: { ids: [await leadIdOf(partner)], format: 'csv' },
  }),
  changeLeads: async ({ partner }) => ({ body: { ids: [await leadIdOf(partner)], delete: true } }),
  changeLeadsProgress: () => ({ query: `change_id=${unknownId}` }),
  undoLeadsChange: async ({ partner }) => ({ id: await bulkIdOf(partner) }),
  listViews: () => ({}),
  createView: () => ({ body: newView() }),
  updateView: async ({ partner }) => ({
    id: await viewIdOf(partner),
    body: { name: `V ${++made}` },
  }),
  deleteView: async ({ partner }) => ({ id: await viewIdOf(partner) }),
  streamChanges: () => ({}),
  listTokens: () => ({}),
  createToken: () => ({ body: { name: 'CRM', description: 'Pushes leads' } }),
  updateToken: async ({ partner }) => ({
    id: await tokenIdOf(partner),
    body: { revoked: true },
  }),
  deleteToken: async ({ partner }) => ({ id: await tokenIdOf(partner) }),
  listLiveCompanies: () => ({ query: 'limit=5&offset=0&search=a' }),
  sumCommissions: () => ({ query: 'search=a&from=2026-01-01&limit=5&offset=0' }),
  getCompany: async (cast) => ({ id: await companyIdOf(cast.admin, cast.partner) }),
  listCompanyEvents: async (cast) => ({
    id: await companyIdOf(cast.admin, cast.partner),
    query: 'limit=5&offset=0',
  }),
  updateCompany: async (cast) => ({
    id: await companyIdOf(cast.admin, cast.other),
    body: {
      commission_payable_to_partner: '1250.50',
      commission_payable_rate: '10',
      commission_payable_base: '12505',
      alltime_commission_payable: null,
      reason: 'Agreed',
      version: 1,
    },
  }),
  getStatement: () => ({ query: 'from=2026-01-01' }),
  exportStatement: () => ({ query: 'from=2026-01-01' }),
  getCrm: () => ({}),
  testCrm: () => ({}),
  retryCrmJob: async ({ portal }) => ({ id: await parkedJobId(portal) }),
  retryCrmJobs: () => ({}),
  dropCrmJob: async ({ portal }) => ({ id: await parkedJobId(portal) }),
  changeCrmMapping: () => ({
    body: { values: [], properties: { alltime_commission_payable: 'alltime_commission' } },
  }),
  changeCrmBackfill: () => ({ body: { state: 'running' } }),
  receiveHubSpotEvents: ({ portal }) => ({ file: signedEvents(portal, []) }),
  createExternalLead: () => ({ body: { ...person, phone: '1', custom_fields: { source: 'x' } } }),
  getDisk: () => ({}),
  openapi: () => ({}),
  health: () => ({}),
  readiness: () => ({}),
};

export async function goodParts(name: RouteName, cast: Cast): Promise<Parts> {
  return goodCalls[name](cast);
}

/** The least of those who may call a route, unless a call needs somebody else. */
export function callerOf(route: Route, cast: Cast, parts: Parts = {}): Caller {
  if (parts.caller) return parts.caller;
  if (route.access === 'public') return cast.portal.anyone;
  if (route.access === 'api_token') return cast.portal.withApiToken(cast.apiToken);
  return route.access === 'admin' ? cast.admin : cast.partner;
}

export function requestOf(route: Route, parts: Parts = {}): InjectOptions {
  const path = route.path
    .replace('{id}', parts.id ?? unknownId)
    .replace('{token_id}', parts.tokenId ?? unknownId);
  return {
    method: route.method,
    url: parts.query ? `${path}?${parts.query}` : path,
    ...(parts.body && { payload: parts.body }),
    ...parts.file,
  };
}

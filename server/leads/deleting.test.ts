import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { purgeDeletedLeads } from './deleting.ts';

const day = 24 * 60 * 60 * 1000;
const notFound = [404, { error: 'Lead not found' }];

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal({ env: { REFRESH_TOKEN_TTL_DAYS: '365' } });
});
afterAll(() => portal.close());
beforeEach(async () => {
  // Whole months pass: nobody stays signed in for so long.
  admin = await portal.asAdmin();
  partner = await portal.asPartner('Pat');
});

async function called(
  caller: SignedIn,
  name: 'getLead' | 'deleteLead' | 'restoreLead',
  id: string,
) {
  const { status, body } = await caller.call(routes[name], { params: { id } });
  return [status, body];
}
async function counted(caller: SignedIn) {
  const query = { status_group: 'live,new' };
  return {
    total: (await caller.call(routes.listLeads)).body.total,
    count: (await caller.call(routes.countLeads, { query })).body.count,
    companies: (await caller.call(routes.listLiveCompanies)).body.companies.map(({ name }) => name),
  };
}
const kept = (table: 'leads' | 'deleted_leads', id: string) =>
  portal.db.query<Record<string, unknown>>(
    table === 'leads'
      ? sql`select * from leads where id = ${id}`
      : sql`select * from deleted_leads where id = ${id}`,
  );

/** A lead with a value in every column that can have one. */
async function fullLead(): Promise<string> {
  const { id } = await addLead(partner, { title: 'CTO', website: 'a.example', country: 'Malta' });
  await admin.call(routes.updateLead, { params: { id }, body: { status: 'live' } });
  await portal.db.query(sql`
    update leads set contact_name = 'A', address = 'b', city = 'c', state = 'd', zip = 'e',
      notes = 'f', custom_fields = '{"g": 12345678901234567890.5}', token_name = 'h',
      import_row = 7, status_changed_at = '2026-01-02 03:04:05.678901Z'
    where id = ${id}`);
  return id;
}

test('A deleted lead is gone for its partner; an administrator still finds it, with when it went', async () => {
  const lead = await addLead(partner);
  expect(await called(partner, 'deleteLead', lead.id)).toEqual([200, { success: true }]);
  expect(await called(partner, 'getLead', lead.id)).toEqual(notFound);
  expect((await partner.call(routes.listLeadEvents, { params: { id: lead.id } })).status).toBe(404);
  expect(await counted(partner)).toMatchObject({ total: 0, count: 0 });
  const deleted_at = portal.clock.now().toISOString();
  const deleted = { ...lead, deleted_at, deleted_by_name: partner.user.name };
  expect(await called(admin, 'getLead', lead.id)).toEqual([200, { lead: deleted }]);
  const { leads } = (await admin.call(routes.listLeads, { query: { deleted: 'true' } })).body;
  expect(leads[0]).toMatchObject({ id: lead.id, deleted_at, deleted_by_name: partner.user.name });
  const { events } = (await admin.call(routes.listLeadEvents, { params: { id: lead.id } })).body;
  const { id, name, role } = partner.user;
  expect(events.at(-1)).toMatchObject({ kind: 'deleted', by: { id, name, role } });
  expect(await kept('deleted_leads', lead.id)).toMatchObject([{ deleted_by: id }]);
});

test('A lead is deleted once: the second to do so finds none', async () => {
  const { id } = await addLead(partner);
  const answers = await Promise.all([partner, admin].map((by) => called(by, 'deleteLead', id)));
  expect(answers.map(([status]) => status).sort()).toEqual([200, 404]);
  const { events } = (await admin.call(routes.listLeadEvents, { params: { id } })).body;
  expect(events.map(({ kind }) => kind)).toEqual(['submitted', 'deleted']);
});

test('A restored lead is what it was in every column, and every total is again what it was', async () => {
  const id = await fullLead();
  const before = { row: await kept('leads', id), totals: await counted(partner) };
  const shown = (await called(partner, 'getLead', id))[1];
  await called(partner, 'deleteLead', id);
  expect(await kept('leads', id)).toEqual([]);
  expect(await counted(partner)).toEqual({ total: 0, count: 0, companies: [] });

  expect(await called(admin, 'restoreLead', id)).toEqual([200, shown]);
  expect({ row: await kept('leads', id), totals: await counted(partner) }).toEqual(before);
  expect(await kept('deleted_leads', id)).toEqual([]);
  expect(await called(partner, 'getLead', id)).toEqual([200, shown]);
  expect(Object.values(before.row[0] ?? {}).filter((value) => value === null)).toEqual([null]);
});

test('Of two who restore at once one does', async () => {
  const { id } = await addLead(partner);
  await called(partner, 'deleteLead', id);
  const answers = await Promise.all([1, 2, 3].map(() => called(admin, 'restoreLead', id)));
  expect(answers.map(([status]) => status).sort()).toEqual([200, 404, 404]);
  expect(await counted(partner)).toMatchObject({ total: 1, count: 1 });
});

test('What was never deleted, or never there, is not restored', async () => {
  const { id } = await addLead(partner);
  for (const any of [id, '0192aaaa-0000-7000-8000-000000000000']) {
    expect(await called(admin, 'restoreLead', any)).toEqual(notFound);
  }
});

test('A partner restores nothing, not even what they deleted themselves', async () => {
  const { id } = await addLead(partner);
  await called(partner, 'deleteLead', id);
  const refused = [403, { error: 'Insufficient permissions' }];
  expect(await called(partner, 'restoreLead', id)).toEqual(refused);
  expect(await kept('leads', id)).toEqual([]);
});

test('A lead is restored up to 30 days after it was deleted, and not a moment later', async () => {
  const [first, second] = [await addLead(partner), await addLead(partner)];
  for (const { id } of [first, second]) await called(partner, 'deleteLead', id);
  portal.clock.advance(30 * day - 1);
  admin = await portal.asAdmin();
  await purgeDeletedLeads(portal.db);
  expect((await called(admin, 'restoreLead', first.id))[0]).toBe(200);
  expect((await called(admin, 'getLead', second.id))[0]).toBe(200);
  portal.clock.advance(1);
  for (const name of ['restoreLead', 'getLead'] as const) {
    expect(await called(admin, name, second.id)).toEqual(notFound);
  }
});

test('After 30 days a deleted lead goes for good, and its events tell no more than that and when', async () => {
  const [going, staying] = [await addLead(partner), await addLead(partner)];
  for (const { id } of [going, staying]) {
    const params = { id };
    await admin.call(routes.addNote, { params, body: { text: 'Secret' } });
    await admin.call(routes.updateLead, { params, body: { status: 'open' } });
  }
  await called(partner, 'deleteLead', going.id);
  const told = (id: string) =>
    portal.db.query(sql`
      select kind, data, by_id, request_id, at is not null as dated from events
      where subject_id = ${id} order by at, id`);
  const before = await told(staying.id);
  portal.clock.advance(30 * day);
  await purgeDeletedLeads(portal.db);

  expect(await kept('deleted_leads', going.id)).toEqual([]);
  const nothing = { data: {}, by_id: null, request_id: null, dated: true };
  expect(await told(going.id)).toEqual(
    ['note', 'status', 'deleted'].map((kind) => ({ kind, ...nothing })),
  );
  expect(await told(staying.id)).toEqual(before);
  const marks = await portal.db.query(sql`
    select lead_id from unread_notes where lead_id in (${going.id}, ${staying.id})`);
  expect(marks).toEqual([{ lead_id: staying.id }]);
});

test('However many go for good at once, all of them go', async () => {
  await portal.db.query(sql`
    insert into deleted_leads (id, partner_id, company_key, status_key, search_text, source,
      created_at, deleted_at)
    select gen_random_uuid(), ${partner.user.id}, '', '', '', 'form', '2020-01-01', '2020-01-02'
    from generate_series(1, 2001)`);
  await purgeDeletedLeads(portal.db);
  expect(
    await portal.db.query(sql`select id from deleted_leads where deleted_at < '2021-01-01'`),
  ).toEqual([]);
});

test('What the leads of an undone import had been through is told no more', async () => {
  const csv = 'company_name,first_name,last_name,email\nA,B,C,d@e.example\n';
  const { import_id } = (await partner.call(routes.uploadLeads, { file: filePayload(csv) })).body;
  const id = (await partner.call(routes.listLeads)).body.leads[0]?.id ?? '';
  for (const status of ['open', 'new']) {
    await admin.call(routes.updateLead, { params: { id }, body: { status } });
  }
  const undone = await partner.call(routes.undoImport, { params: { id: import_id } });
  expect(undone.status).toBe(200);
  const told = await portal.db.query(sql`
    select kind, data, by_id from events where subject_id = ${id}`);
  expect(told).toEqual(Array(2).fill({ kind: 'status', data: {}, by_id: null }));
  expect(await called(admin, 'restoreLead', id)).toEqual(notFound);
});

test('A lead whose partner was deleted meanwhile is restored without a partner’s name', async () => {
  const { id } = await addLead(partner);
  await called(partner, 'deleteLead', id);
  await admin.call(routes.deletePartner, { params: { id: partner.user.id } });
  const [status, body] = await called(admin, 'restoreLead', id);
  expect([status, body]).toMatchObject([200, { lead: { id, partner_name: null } }]);
});

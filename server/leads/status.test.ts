import { afterAll, beforeAll, expect, test } from 'vitest';
import { lead as listedLead } from '#contract/leads.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

function setStatus(id: string, status: string) {
  return admin.call(routes.updateLead, { params: { id }, body: { status } });
}

type Change = { by_id: string; from_status: string; to_status: string; at: string };

function historyOf(leadId: string) {
  return portal.db.query<Change>(sql`
    select by_id, via, data->>'from' as from_status, data->>'to' as to_status, at from events
    where subject_id = ${leadId} and kind = 'status' order by at, id`);
}

test('A status is stored and shown as it was written, and the lead is answered', async () => {
  const partner = await portal.asPartner();
  const lead = await addLead(partner);
  const { status, body } = await setStatus(lead.id, 'Closed_Won  (Implementation)');
  expect(status).toBe(200);
  const changed = { ...lead, status: 'Closed_Won  (Implementation)', version: 2 };
  expect(body).toEqual({ lead: changed });
  expect((await partner.call(routes.listLeads)).body.leads).toEqual([listedLead.parse(changed)]);
});

test.each([
  { written: 'In_Progress', asked: 'in progress' },
  { written: 'in progress', asked: 'IN_PROGRESS' },
  { written: '  Application  Sent ', asked: 'application_sent' },
  { written: 'CLOSED WON', asked: 'closed won' },
  { written: 'Überfällig', asked: 'ÜBERFÄLLIG' },
  { written: 'Waiting, legal', asked: 'waiting\\, LEGAL' },
])('The status "$written" is found and counted as "$asked"', async ({ written, asked }) => {
  const partner = await portal.asPartner();
  const lead = await addLead(partner);
  await addLead(partner);
  await setStatus(lead.id, written);
  const { body } = await partner.call(routes.listLeads, { query: { status_filter: asked } });
  expect(body.leads.map(({ id, status }) => ({ id, status }))).toEqual([
    { id: lead.id, status: written.trim() },
  ]);
  const counted = await partner.call(routes.countLeads, { query: { status_group: asked } });
  expect(counted.body.count).toBe(1);
});

test('Every change is kept with who, from what, to what and when', async () => {
  const lead = await addLead(await portal.asPartner());
  const first = portal.clock.now().toISOString();
  await setStatus(lead.id, 'contacted');
  portal.clock.advance(60_000);
  const second = portal.clock.now().toISOString();
  await setStatus(lead.id, 'Live');
  const by = { by_id: admin.user.id, via: 'portal' };
  expect(await historyOf(lead.id)).toEqual([
    { ...by, from_status: 'new', to_status: 'contacted', at: first },
    { ...by, from_status: 'contacted', to_status: 'Live', at: second },
  ]);
});

test('The same status again is answered like a change and adds nothing to the history', async () => {
  const lead = await addLead(await portal.asPartner());
  await setStatus(lead.id, 'new');
  expect(await historyOf(lead.id)).toEqual([]);
  await setStatus(lead.id, 'live');
  const { status, body } = await setStatus(lead.id, 'live');
  expect([status, body.lead.status]).toEqual([200, 'live']);
  expect(await historyOf(lead.id)).toHaveLength(1);
});

test('Changes at once are kept as one chain, each from what the one before it left', async () => {
  const lead = await addLead(await portal.asPartner());
  const statuses = ['open', 'contacted', 'connected', 'live', 'closed lost'];
  await Promise.all(statuses.map((status) => setStatus(lead.id, status)));
  const history = await historyOf(lead.id);
  const stepFrom = new Map(history.map((change) => [change.from_status, change.to_status]));
  const chain = ['new'];
  for (let next = stepFrom.get('new'); next; next = stepFrom.get(next)) chain.push(next);
  expect(chain.slice(1).sort()).toEqual([...statuses].sort());
  const { body } = await admin.call(routes.listLeads, { query: { partner_id: lead.partner_id } });
  expect(body.leads[0]?.status).toBe(chain.at(-1));
});

test('The history outlives its lead, and the administrator’s name on it the partner', async () => {
  const partner = await portal.asPartner();
  const lead = await addLead(partner);
  await setStatus(lead.id, 'live');
  await partner.call(routes.deleteLead, { params: { id: lead.id } });
  await admin.call(routes.deletePartner, { params: { id: partner.user.id } });
  expect(await historyOf(lead.id)).toEqual([
    expect.objectContaining({ by_id: admin.user.id, from_status: 'new', to_status: 'live' }),
  ]);
});

test.each([
  { payload: { status: null }, message: 'Status is required' },
  { payload: { status: '' }, message: 'Status is required' },
  { payload: { status: '  ' }, message: 'Status is required' },
  { payload: { status: '\u200b\u00a0\n' }, message: 'Status is required' },
  { payload: { status: 'x'.repeat(101) }, message: 'Status must be at most 100 characters' },
  { payload: { status: 1 }, message: 'Status must be text' },
])('The change $payload is refused: $message', async ({ payload, message }) => {
  const lead = await addLead(await portal.asPartner());
  const { status, body } = await admin.send({
    method: 'PUT',
    url: `/api/leads/${lead.id}`,
    payload,
  });
  expect(status).toBe(400);
  expect(body).toEqual({ error: message, fields: { status: message } });
  expect(await historyOf(lead.id)).toEqual([]);
});

test('Whose a lead is, its id and its past cannot be changed with its status', async () => {
  const lead = await addLead(await portal.asPartner());
  const unasked = { id: admin.user.id, partner_id: admin.user.id, source: 'api', created_at: 1 };
  const payload = { ...unasked, status: 'open', status_changed_at: '2020-01-01', unread: true };
  const { body } = await admin.send({ method: 'PUT', url: `/api/leads/${lead.id}`, payload });
  expect(body).toEqual({ lead: { ...lead, status: 'open', version: 2 } });
});

test('A status is told with since when, which the same one again does not change', async () => {
  const { id, created_at } = await addLead(await portal.asPartner());
  const since = async () =>
    (await admin.call(routes.getLead, { params: { id } })).body.lead.status_changed_at;
  expect(await since()).toBe(created_at);
  portal.clock.advance(60_000);
  const changed = portal.clock.now().toISOString();
  await setStatus(id, 'contacted');
  portal.clock.advance(60_000);
  await setStatus(id, 'contacted');
  expect(await since()).toBe(changed);
});

test('A lead that does not exist, or no longer, is not found', async () => {
  const partner = await portal.asPartner();
  const deleted = await addLead(partner);
  await partner.call(routes.deleteLead, { params: { id: deleted.id } });
  for (const id of [deleted.id, '0192aaaa-0000-7000-8000-000000000000', 'nonsense']) {
    const { status, body } = await setStatus(id, 'live');
    expect([status, body], id).toEqual([404, { error: 'Lead not found' }]);
  }
  expect(await historyOf(deleted.id)).toEqual([]);
});

test('A partner may not change a status, not even that of their own lead', async () => {
  const partner = await portal.asPartner();
  const lead = await addLead(partner);
  const { status, body } = await partner.call(routes.updateLead, {
    params: { id: lead.id },
    body: { status: 'live' },
  });
  expect([status, body]).toEqual([403, { error: 'Insufficient permissions' }]);
  expect((await partner.call(routes.listLeads)).body.leads[0]?.status).toBe('new');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusGroups } from '#contract/lead-status.ts';
import { lead as listedLead } from '#contract/leads.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import {
  addLead,
  filePayload,
  leadBody,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const notFound = [404, { error: 'Lead not found' }];

function setStatus(id: string, status: string) {
  return admin.call(routes.updateLead, { params: { id }, body: { status } });
}

function list(caller: SignedIn, query = {}) {
  return caller.call(routes.listLeads, { query });
}

async function listIds(caller: SignedIn, query = {}) {
  return (await list(caller, query)).body.leads.map((lead) => lead.id);
}

async function count(caller: SignedIn, status_group: string, query = {}) {
  return (await caller.call(routes.countLeads, { query: { status_group, ...query } })).body.count;
}

/** As a list shows it. */
async function addListed(partner: SignedIn) {
  return listedLead.parse(await addLead(partner));
}

/** A partner with one lead in each of these statuses. */
async function partnerWith(statuses: string[]) {
  const partner = await portal.asPartner();
  for (const status of statuses) await setStatus((await addLead(partner)).id, status);
  return partner;
}

/** The counters the answers come from, beside what a scan of the leads says. */
async function expectExactCounters() {
  const kept = await portal.db.query(sql`
    select partner_id, status_key, count from lead_counts where count <> 0
    order by partner_id, status_key`);
  const counted = await portal.db.query(sql`
    select partner_id, status_key, count(*) as count from leads
    group by partner_id, status_key order by partner_id, status_key`);
  expect(kept).toEqual(counted);
}

test('A new lead is answered as it is stored: with status new, owner and time', async () => {
  const partner = await portal.asPartner('Lea Leads');
  const given = leadBody({ title: 'CEO', website: 'https://acme.example', country: 'Malta' });
  const { status, body } = await partner.call(routes.createLead, { body: given });
  expect(status).toBe(201);
  expect(body).toEqual({
    lead: {
      ...given,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      partner_id: partner.user.id,
      partner_name: 'Lea Leads',
      contact_name: null,
      address: null,
      city: null,
      state: null,
      zip: null,
      notes: null,
      custom_fields: null,
      status: 'new',
      created_at: portal.clock.now().toISOString(),
      status_changed_at: portal.clock.now().toISOString(),
      source: 'form',
      source_name: null,
      source_row: null,
      import_id: null,
      unread: false,
      deleted_at: null,
      deleted_by_name: null,
      version: 1,
    },
  });
  expect((await list(partner)).body).toEqual({ leads: [listedLead.parse(body.lead)], total: 1 });
});

test.each([
  { field: 'company_name', value: undefined, message: 'Company name is required' },
  { field: 'company_name', value: ' ', message: 'Company name is required' },
  { field: 'first_name', value: null, message: 'First name is required' },
  { field: 'last_name', value: '', message: 'Last name is required' },
  { field: 'email', value: undefined, message: 'Email is required' },
  { field: 'email', value: 'ann@x', message: 'Email is invalid' },
  { field: 'phone_number', value: '', message: 'Phone number is required' },
  { field: 'first_name', value: 7, message: 'First name must be text' },
  { field: 'title', value: 'x'.repeat(201), message: 'Title must be at most 200 characters' },
  { field: 'country', value: 'a\0b', message: 'Country has a character that cannot be stored' },
])('A lead with the $field $value is refused: $message', async ({ field, value, message }) => {
  const payload = { ...leadBody(), [field]: value };
  const { status, body } = await admin.send({ method: 'POST', url: '/api/leads', payload });
  expect(status).toBe(400);
  expect(body).toEqual({ error: message, fields: { [field]: message } });
});

test('A lead without anything is refused with a message for each required field', async () => {
  const { status, body } = await admin.send({ method: 'POST', url: '/api/leads', payload: {} });
  expect(status).toBe(400);
  expect(body).toEqual({
    error: 'Company name is required',
    fields: {
      company_name: 'Company name is required',
      first_name: 'First name is required',
      last_name: 'Last name is required',
      email: 'Email is required',
      phone_number: 'Phone number is required',
    },
  });
});

test('Texts are trimmed, and an optional field that is blank is stored as none', async () => {
  const partner = await portal.asPartner();
  const blank = { title: '', website: '   ', country: null };
  const lead = await addLead(partner, { ...blank, company_name: '  Acme ' });
  expect(lead).toMatchObject({ company_name: 'Acme', title: null, website: null, country: null });
});

test('Nobody chooses status, owner or time of a new lead', async () => {
  const partner = await portal.asPartner();
  const payload = {
    ...leadBody(),
    status: 'live',
    partner_id: admin.user.id,
    created_at: '2001-01-01T00:00:00Z',
  };
  const { body } = await partner.send({ method: 'POST', url: '/api/leads', payload });
  expect(body).toMatchObject({
    lead: {
      status: 'new',
      partner_id: partner.user.id,
      created_at: portal.clock.now().toISOString(),
    },
  });
});

test('Leads are listed newest first, the id deciding between those of one instant', async () => {
  const partner = await portal.asPartner();
  const older = [await addLead(partner), await addLead(partner)];
  portal.clock.advance(1);
  const newer = [await addLead(partner), await addLead(partner)];
  const expected = [newer, older].flatMap((leads) =>
    leads
      .map((lead) => lead.id)
      .sort()
      .reverse(),
  );
  expect(await listIds(partner)).toEqual(expected);
});

test('Pages of leads of one instant neither overlap nor leave one out', async () => {
  const partner = await portal.asPartner();
  const ids = await Promise.all(Array.from({ length: 7 }, async () => (await addLead(partner)).id));
  const pages = [0, 3, 6].map((offset) => listIds(partner, { limit: 3, offset }));
  expect((await Promise.all(pages)).flat()).toEqual(ids.sort().reverse());
});

test('A page holds ten leads unless told otherwise, and one to a hundred when told', async () => {
  const partner = await portal.asPartner();
  await Promise.all(Array.from({ length: 101 }, () => addLead(partner)));
  expect(await listIds(partner)).toHaveLength(10);
  expect(await listIds(partner, { limit: 1 })).toHaveLength(1);
  expect(await listIds(partner, { limit: 100 })).toHaveLength(100);
  expect(await listIds(partner, { limit: 100, offset: 100 })).toHaveLength(1);
  for (const query of [{ limit: 1 }, { offset: 101 }, { offset: Number.MAX_SAFE_INTEGER }]) {
    expect((await list(partner, query)).body.total, JSON.stringify(query)).toBe(101);
  }
  expect(await listIds(partner, { offset: 101 })).toEqual([]);
});

test.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=ten',
  'limit=',
  'limit=5&limit=6',
  'offset=-1',
  'offset=1e3',
  'offset=99999999999999999999',
])('The page %s is refused with a sentence', async (query) => {
  const { status, body } = await admin.send({ method: 'GET', url: `/api/leads?${query}` });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: expect.stringMatching(/^(limit|offset) must be a whole number from \d+ to \d+$/),
  });
});

test.each([
  { filter: 'live', found: ['live', 'LIVE'] },
  { filter: 'Live', found: ['live', 'LIVE'] },
  { filter: ' in_progress ', found: ['In Progress', 'in_progress'] },
  { filter: 'IN  PROGRESS', found: ['In Progress', 'in_progress'] },
  { filter: 'live,new', found: ['LIVE', 'live', 'new'] },
  { filter: statusGroups[0].statuses.join(','), found: ['In Progress', 'in_progress', 'new'] },
  { filter: statusGroups[1].statuses.join(','), found: ['Closed_Won', 'LIVE', 'live'] },
  { filter: 'no such status', found: [] },
  { filter: '', found: ['Closed_Won', 'In Progress', 'LIVE', 'in_progress', 'live', 'new'] },
])('The status filter "$filter" finds $found', async ({ filter, found }) => {
  const statuses = ['new', 'live', 'LIVE', 'In Progress', 'in_progress', 'Closed_Won'];
  const partner = await partnerWith(statuses);
  const { body } = await list(partner, { status_filter: filter });
  expect(body.leads.map((lead) => lead.status).sort()).toEqual([...found].sort());
  expect(body.total).toBe(found.length);
});

test('Counts of the five groups are those of the caller, of all, or of the partner asked for', async () => {
  const names = statusGroups.map((group) => group.name);
  const counts = (caller: SignedIn, query = {}) =>
    Promise.all(statusGroups.map((group) => count(caller, group.statuses.join(), query)));
  const before = await counts(admin);
  const statuses = ['new', 'Open Deal', 'LIVE', 'closed lost', 'Application_Sent', 'odd one'];
  const [one, other] = [await partnerWith(statuses), await partnerWith(['live', 'live'])];
  expect(names).toHaveLength(5);
  expect(await counts(one)).toEqual([2, 1, 1, 1, 0]);
  expect(await counts(one, { partner_id: other.user.id })).toEqual([2, 1, 1, 1, 0]);
  expect(await counts(admin, { partner_id: other.user.id })).toEqual([0, 2, 0, 0, 0]);
  const after = await counts(admin);
  expect(after.map((n, i) => n - (before[i] ?? 0))).toEqual([2, 3, 1, 1, 0]);
  expect(await counts(admin, { partner_id: 'all' })).toEqual(after);
});

test('A count without status_group is refused', async () => {
  const { status, body } = await admin.send({ method: 'GET', url: '/api/leads/count' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'status_group is required' });
});

test('A partner sees their own leads whatever partner_id they ask for, an administrator chooses', async () => {
  const [one, other] = [await portal.asPartner('One'), await portal.asPartner('Other')];
  const [mine, theirs] = [await addListed(one), await addListed(other)];
  for (const partner_id of [other.user.id, 'all', 'nonsense', '']) {
    const { body } = await list(one, { partner_id });
    expect(body, partner_id).toEqual({ leads: [mine], total: 1 });
  }
  const filtered = await list(admin, { partner_id: other.user.id });
  expect(filtered.body).toEqual({ leads: [theirs], total: 1 });
  expect((await listIds(admin, { limit: 2 })).sort()).toEqual([mine.id, theirs.id].sort());
  const unknown = await list(admin, { partner_id: '0192aaaa-0000-7000-8000-000000000000' });
  expect(unknown.body).toEqual({ leads: [], total: 0 });
});

test('An administrator asks for the leads of deleted partners, and nobody else does', async () => {
  const query = { partner_id: 'unknown' };
  const [staying, leaving] = [await portal.asPartner('Stays'), await partnerWith(['new', 'live'])];
  const mine = await addListed(staying);
  const before = await list(admin, query);
  await admin.call(routes.deletePartner, { params: { id: leaving.user.id } });

  const { body } = await list(admin, { ...query, limit: 1 });
  expect(body.total).toBe(before.body.total + 2);
  expect(body.leads).toMatchObject([{ partner_id: leaving.user.id, partner_name: null }]);
  const live = await list(admin, { ...query, status_filter: 'live', search: 'acme' });
  expect(live.body.leads.map(({ partner_id }) => partner_id)).toContain(leaving.user.id);
  for (const { partner_name } of live.body.leads) expect(partner_name).toBeNull();
  expect(await count(admin, 'new,live', query)).toBe(body.total);

  // For anybody else it is as if they had not asked.
  expect((await list(staying, query)).body).toEqual({ leads: [mine], total: 1 });
  expect(await count(staying, 'new', query)).toBe(1);
});

test('A partner_id that is none is refused to an administrator, in lists and in counts', async () => {
  const partner_id = "x' or 1=1";
  const answers = [
    await list(admin, { partner_id }),
    await admin.call(routes.countLeads, { query: { status_group: 'new', partner_id } }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.error]).toEqual([400, 'partner_id must be the id of a partner']);
  }
});

test('Totals and counts stay exact through creation, status change, deletion and upload', async () => {
  const partner = await portal.asPartner();
  const [first, second] = [await addLead(partner), await addLead(partner)];
  await setStatus(first.id, 'live');
  expect([await count(partner, 'new'), await count(partner, 'live')]).toEqual([1, 1]);
  await setStatus(first.id, 'LIVE');
  expect([await count(partner, 'new'), await count(partner, 'live')]).toEqual([1, 1]);
  await partner.call(routes.deleteLead, { params: { id: second.id } });
  expect([await count(partner, 'new'), await count(partner, 'live')]).toEqual([0, 1]);

  const row = 'Acme,Ada,Lovelace,ada@acme.example\n';
  const csv = `company_name,first_name,last_name,email\n${row.repeat(3)}`;
  await partner.send({ method: 'POST', url: '/api/leads/upload', ...filePayload(csv) });
  expect([await count(partner, 'new'), await count(partner, 'live')]).toEqual([3, 1]);
  expect((await list(partner)).body.total).toBe(4);
  await expectExactCounters();
});

test('A partner deletes their own leads, an administrator any, and nobody another’s', async () => {
  const [one, other] = [await portal.asPartner(), await portal.asPartner()];
  const leads = [await addLead(one), await addLead(one)];
  const ids = leads.map((lead) => lead.id);
  const remove = async (caller: SignedIn, id: string) => {
    const { status, body } = await caller.call(routes.deleteLead, { params: { id } });
    return [status, body];
  };
  for (const id of ids) expect(await remove(other, id)).toEqual(notFound);
  expect(await listIds(one)).toHaveLength(2);
  expect(await remove(one, ids[0] ?? '')).toEqual([200, { success: true }]);
  expect(await remove(admin, ids[1] ?? '')).toEqual([200, { success: true }]);
  expect(await listIds(one)).toEqual([]);
  for (const id of [...ids, 'nonsense']) {
    expect(await remove(one, id)).toEqual(notFound);
    expect(await remove(admin, id)).toEqual(notFound);
  }
});

test('Many who create, change and delete at once neither block each other nor spoil a count', async () => {
  const partners = await Promise.all(['A', 'B', 'C'].map((name) => portal.asPartner(name)));
  const statuses = ['live', 'closed lost', 'closed won', 'new', 'open'];
  const story = async (partner: SignedIn, n: number) => {
    const lead = await addLead(partner, { company_name: `Company ${n % 2}` });
    const changes = [0, 1, 2].map((i) => setStatus(lead.id, statuses[(n + i) % 5] ?? ''));
    const answers = await Promise.all(changes);
    if (n % 3 > 0) return answers;
    return [...answers, await partner.call(routes.deleteLead, { params: { id: lead.id } })];
  };
  const stories = partners.flatMap((partner) =>
    Array.from({ length: 15 }, (_, n) => story(partner, n)),
  );
  const answers = (await Promise.all(stories)).flat();
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  for (const partner of partners) expect((await list(partner)).body.total).toBe(10);
  await expectExactCounters();
  const [companies] = await portal.db.query(sql`
    select coalesce(sum(live_leads), 0)::int as kept,
      (select count(*)::int from leads where status_is_live(status_key)) as counted
    from companies`);
  expect(companies).toMatchObject({ kept: (companies as { counted: number }).counted });
});

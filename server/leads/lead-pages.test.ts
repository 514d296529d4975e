import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusGroups } from '#contract/lead-status.ts';
import { lead as listedLead } from '#contract/leads.ts';
import { routes } from '#contract/routes.ts';
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

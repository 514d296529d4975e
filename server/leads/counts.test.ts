import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusGroups } from '#contract/lead-status.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { expectPlannedOnce } from '#test/custom-plans.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { countLeads } from './leads.queries.ts';

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

async function count(caller: SignedIn, status_group: string, query = {}) {
  return (await caller.call(routes.countLeads, { query: { status_group, ...query } })).body.count;
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

test.each(['everyone', { partner: '0192aaaa-0000-7000-8000-000000000001' }] as const)(
  'A count of the leads of %j is planned once, whatever statuses it asks for',
  async (whose) => {
    await portal.db.transaction((tx) =>
      expectPlannedOnce(tx, (time) =>
        countLeads(tx, whose, ['live', 'new', 'open'].slice(0, time % 4)),
      ),
    );
  },
);

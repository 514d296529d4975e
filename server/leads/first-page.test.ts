import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LeadSort } from '#contract/lead-queries.ts';
import { newLeadsSince } from '#contract/lead-status.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import { expectPlannedOnce } from '#test/custom-plans.ts';
import { addPartners, freshDatabase, type TestDatabase } from '#test/database.ts';
import { findFirstPage, isUsualFirstPage } from './first-page.queries.ts';
import { readLeadFilter } from './lead-filter.ts';
import { matchingLeads, orderOf } from './lead-list.queries.ts';
import { listLeads } from './lead-list.ts';
import type { Asked } from './lead-pages.queries.ts';

const now = new Date();
const newSince = newLeadsSince(now);
const busy = { partner: '0192aaaa-0000-7000-8000-000000000001' };
const idle = { partner: '0192aaaa-0000-7000-8000-000000000002' };

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await addPartners(database.db, [busy.partner, idle.partner]);
  // One partner has all leads but one, and one status all but a few: the oldest of them.
  await database.db.queryOnce(sql`
    insert into leads (id, partner_id, company_name, company_key, status, status_key, search_text,
      source, created_at)
    select gen_random_uuid(), ${busy.partner}, 'Firm ' || n, 'firm ' || n, status, status, '', 'form',
      now() - make_interval(mins => n)
    from generate_series(1, 5000) n,
      lateral (select case when n > 4995 then 'rare' else 'open' end as status) stage`);
  await database.db.queryOnce(sql`
    insert into leads (id, partner_id, company_key, status, status_key, search_text, source, created_at)
    values (gen_random_uuid(), ${idle.partner}, '', 'open', 'open', '', 'form', now() - interval '9 days')`);
  // New leads, half of which no longer read so: the oldest and the youngest of all.
  await database.db.queryOnce(sql`
    insert into leads (id, partner_id, company_key, status, status_key, search_text, source, created_at)
    select gen_random_uuid(), ${idle.partner}, '', status, status, '', 'form',
      ${now}::timestamptz - make_interval(days => n / 60 * 20, secs => n)
    from generate_series(1, 119) n,
      lateral (select case when n % 6 = 0 then 'in progress' else 'new' end as status) stage`);
  await database.db.queryOnce(sql`analyze leads`);
});
afterAll(() => database.drop());

type Case = { whose: Asked['whose']; status?: string; sort?: LeadSort };

function askedFor({ whose, status, sort }: Case): Asked {
  const match = readLeadFilter({ status_filter: status ?? '' }, { role: 'admin', now });
  return {
    whose,
    match,
    page: { limit: 10, offset: 0, order: { sort, newSince: now }, side: 'admin' },
  };
}

/** How many leads are read for a page by the one plan that is made for any partner and status. */
async function leadsRead(asked: Asked): Promise<number> {
  return database.db.transaction(async (tx) => {
    await tx.queryOnce(sql`set local plan_cache_mode = force_generic_plan`);
    const plans: string[] = [];
    const explain = async <Row>({ strings, values }: Sql): Promise<Row[]> => {
      const [first = '', ...rest] = strings;
      const rows = await tx.query<{ 'QUERY PLAN': string }>({
        strings: [`explain (analyze, costs off, timing off, buffers off) ${first}`, ...rest],
        values,
      });
      plans.push(...rows.map((row) => row['QUERY PLAN']));
      return [];
    };
    await findFirstPage({ ...tx, query: explain } as Transaction, asked);
    return readOf(plans);
  });
}

function readOf(plan: string[]): number {
  const scans = [...plan.keys()].filter((at) => / on leads\b/.test(plan[at] ?? ''));
  expect(scans.length, plan.join('\n')).toBeGreaterThan(0);
  const read = scans.map((at) => {
    const [, rows = '', loops = ''] = /rows=([\d.]+) loops=(\d+)/.exec(plan[at] ?? '') ?? [];
    const below = plan.slice(at, at + 4).join(' ');
    const [, removed = '0'] = /Removed by Filter: (\d+)/.exec(below) ?? [];
    return (Number(rows) + Number(removed)) * Number(loops);
  });
  return read.reduce((sum, count) => sum + count, 0);
}

const sorts: LeadSort[] = ['-created_at', 'created_at', 'company_name', '-company_name'];
const cases: Case[] = [
  ...sorts.map((sort) => ({ whose: 'everyone' as const, sort })),
  ...sorts.map((sort) => ({ whose: busy, sort })),
  ...sorts.map((sort) => ({ whose: idle, sort })),
  ...['open', 'rare', 'none', 'rare,none'].flatMap((status): Case[] => [
    { whose: 'everyone', status },
    { whose: idle, status },
    { whose: busy, status, sort: 'created_at' },
  ]),
];

test.each(cases)(
  'The first page of %j reads no lead but its own, by a plan for any',
  async (of) => {
    const asked = askedFor(of);
    expect(isUsualFirstPage(asked)).toBe(true);
    const { leads } = await findFirstPage(database.db, asked);
    expect(await leadsRead(asked)).toBe(leads.length);
  },
);

test.each([...cases, { whose: 'everyone' as const, status: 'open,rare,none' }])(
  'The first page of %j is planned once',
  async (of) => {
    await database.db.transaction((tx) =>
      expectPlannedOnce(tx, () => findFirstPage(tx, askedFor(of))),
    );
  },
);

const byAge: Case[] = ['new', 'in progress', 'new,rare', 'in progress,open'].flatMap((status) => [
  { whose: 'everyone', status },
  { whose: idle, status, sort: 'created_at' },
  { whose: busy, status },
]);

test.each(byAge)('The first page of %j, by age, is what a plain statement finds', async (of) => {
  const asked = askedFor(of);
  expect(isUsualFirstPage(asked)).toBe(true);
  const { leads, total } = await findFirstPage(database.db, asked);
  const condition = matchingLeads(of.whose, asked.match);
  const [counted] = await database.db.queryOnce<{ count: number }>(
    sql`select count(*) from leads where ${condition}`,
  );
  const plain = await database.db.queryOnce<{ id: string }>(sql`
    select id from leads where ${condition} order by ${orderOf(asked.page.order)} limit 10`);
  expect([total, leads.map(({ id }) => id)]).toEqual([counted?.count, plain.map(({ id }) => id)]);
});

test.each(byAge)('The first page of %j, by age, is planned once and reads no more', async (of) => {
  const asked = askedFor(of);
  // Of each status a page, and those that still read New, to count them.
  const [newest] = await database.db.queryOnce<{ count: number }>(sql`
    select count(*) from leads where status_key = 'new' and created_at >= ${newSince}::timestamptz
      and ${ownedBy(of.whose)}`);
  const statuses = new Set([...(of.status ?? '').split(','), 'new']).size;
  expect(await leadsRead(asked)).toBeLessThanOrEqual((newest?.count ?? 0) + statuses * 10);
  await database.db.transaction((tx) => expectPlannedOnce(tx, () => findFirstPage(tx, asked)));
});

test('The same list tells a partner and an administrator of their own unread notes', async () => {
  const asked = askedFor({ whose: idle, status: 'open' });
  await database.db.queryOnce(sql`
    insert into unread_notes (lead_id, side, partner_id)
    select id, 'partner', partner_id from leads where partner_id = ${idle.partner}`);
  for (const side of ['admin', 'partner'] as const) {
    const page = { ...asked.page, side };
    const { leads } = await findFirstPage(database.db, { ...asked, page });
    expect(leads, side).toMatchObject([{ unread: side === 'partner' }]);
  }
});

test('Where deleted partners have left no leads, none are looked for', async () => {
  const queryOnce = () => expect.unreachable('Leads were looked for');
  const query = { limit: 10, offset: 0 };
  const reader = { role: 'admin' as const, now };
  const found = await listLeads({ ...database.db, queryOnce }, 'deleted partners', query, reader);
  expect(found).toEqual({ leads: [], total: 0 });
});

test('Of several statuses no more than a page of each is read', async () => {
  expect(await leadsRead(askedFor({ whose: 'everyone', status: 'open,rare' }))).toBeLessThan(20);
});

test.each([
  { ...askedFor({ whose: 'everyone', sort: 'status' }) },
  { ...askedFor({ whose: 'everyone', status: 'new,in progress', sort: 'company_name' }) },
  { ...askedFor({ whose: 'deleted partners' }) },
])('What no index has in its order is no usual first page', (asked) => {
  expect(isUsualFirstPage(asked)).toBe(false);
});

test.each([{ limit: 7 }, { offset: 10 }])('A page with %j is no usual first page', (change) => {
  const asked = askedFor({ whose: 'everyone' });
  expect(isUsualFirstPage({ ...asked, page: { ...asked.page, ...change } })).toBe(false);
});

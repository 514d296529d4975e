import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LeadSort } from '#contract/lead-queries.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { expectPlannedOnce } from '#test/custom-plans.ts';
import { addPartners, freshDatabase, type TestDatabase } from '#test/database.ts';
import { findFirstPage, isUsualFirstPage } from './first-page.queries.ts';
import { readLeadFilter } from './lead-filter.ts';
import type { Asked } from './lead-pages.queries.ts';

const now = new Date();
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
  const at = plan.findIndex((line) => / on leads\b/.test(line));
  const [, rows = '', loops = ''] = /rows=([\d.]+) loops=(\d+)/.exec(plan[at] ?? '') ?? [];
  const [, removed = '0'] = /Removed by Filter: (\d+)/.exec(plan.slice(at, at + 4).join(' ')) ?? [];
  expect(
    plan.filter((line) => / on leads\b/.test(line)),
    plan.join('\n'),
  ).toHaveLength(1);
  return (Number(rows) + Number(removed)) * Number(loops);
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

test('The same list tells a partner and an administrator of their own unread notes', async () => {
  const asked = askedFor({ whose: idle });
  await database.db.queryOnce(sql`
    insert into unread_notes (lead_id, side, partner_id)
    select id, 'partner', partner_id from leads where partner_id = ${idle.partner}`);
  for (const side of ['admin', 'partner'] as const) {
    const page = { ...asked.page, side };
    const { leads } = await findFirstPage(database.db, { ...asked, page });
    expect(leads, side).toMatchObject([{ unread: side === 'partner' }]);
  }
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

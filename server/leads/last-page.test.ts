import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LeadSort } from '#contract/lead-queries.ts';
import { sql } from '#server/db/sql.ts';
import { addPartners, freshDatabase, type TestDatabase } from '#test/database.ts';
import { findLastPage, rememberTotal } from './last-page.ts';
import { readLeadFilter } from './lead-filter.ts';
import { listLeads } from './lead-list.ts';
import { type Asked, findFarPage } from './lead-pages.queries.ts';

const now = new Date();
const partner = '0192aaaa-0000-7000-8000-000000000007';
const leads = 1_234;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await addPartners(database.db, [partner]);
  // Some of one instant, so that the id has to decide.
  await database.db.queryOnce(sql`
    insert into leads (id, partner_id, company_name, company_key, status, status_key, search_text,
      source, created_at)
    select gen_random_uuid(), ${partner}, 'Firm ' || n % 50, 'firm ' || n % 50, 'open', 'open', '',
      'form', now() - make_interval(hours => n / 7)
    from generate_series(1, ${leads}::int) n`);
});
afterAll(() => database.drop());

type Case = { whose: Asked['whose']; status?: string; sort?: LeadSort; offset?: number };

function askedFor({ whose, status, sort, offset = 0 }: Case): Asked {
  const match = readLeadFilter({ status_filter: status ?? '' }, { role: 'admin', now });
  return {
    ...{ whose, match },
    page: { limit: 10, offset, order: { sort, newSince: now }, side: 'admin' },
  };
}

const lists: Case[] = [
  { whose: 'everyone' },
  { whose: { partner } },
  { whose: 'everyone', status: 'open' },
  { whose: { partner }, status: 'open' },
  { whose: 'everyone', sort: 'created_at' },
  { whose: 'everyone', sort: 'company_name' },
  { whose: { partner }, sort: '-company_name' },
];

test.each(lists)(
  'The last page of $whose, $status, by $sort is that which counting off finds',
  async (list) => {
    for (const offset of [leads - 10, leads - 4, leads - 1]) {
      const asked = askedFor({ ...list, offset });
      rememberTotal(asked, leads);
      const last = await findLastPage(database.db, asked);
      expect(last?.leads).toHaveLength(leads - offset);
      expect(last).toEqual(await findFarPage(database.db, asked));
    }
  },
);

test.each([
  ['fewer: the page is past the end', leads + 12, leads + 5, { leads: [], total: leads }],
  ['more: the page is not the last', leads - 20, leads - 25, undefined],
])('What was told may have become %s', async (_, told, offset, found) => {
  const asked = askedFor({ whose: 'everyone', offset });
  rememberTotal(asked, told);
  expect(await findLastPage(database.db, asked)).toEqual(found);
});

test.each([
  ['a page before the last', { whose: 'everyone', offset: leads - 11 }],
  ['an order that no index has', { whose: 'everyone', sort: 'status', offset: leads - 5 }],
  ['a list that was not told', { whose: 'everyone', status: 'never seen', offset: leads - 5 }],
] satisfies [string, Case][])('For %s nothing is read from the end', async (_, list) => {
  rememberTotal(askedFor({ whose: 'everyone' }), leads);
  expect(await findLastPage(database.db, askedFor(list))).toBeUndefined();
});

test('Whoever has seen a list gets its last page from the end', async () => {
  const asked = askedFor({ whose: { partner }, status: 'open,live', offset: leads - 4 });
  expect(await findLastPage(database.db, asked)).toBeUndefined();
  const query = { limit: 10, offset: 0, status_filter: 'open,live' };
  const reader = { role: 'partner', now } as const;
  expect(await listLeads(database.db, asked.whose, query, reader)).toMatchObject({ total: leads });
  expect(await findLastPage(database.db, asked)).toMatchObject({ leads: { length: 4 } });
});

test('What is kept of lists has a bound', async () => {
  const askedBy = (name: string) =>
    askedFor({ whose: 'everyone', status: name, offset: leads - 4 });
  const isKept = async (name: string) =>
    (await findLastPage(database.db, askedBy(name))) !== undefined;
  rememberTotal(askedBy('x'.repeat(201)), leads);
  expect(await isKept('x'.repeat(201))).toBe(false);
  rememberTotal(askedBy('few'), 1_000);
  expect(await isKept('few')).toBe(false);
  for (let number = 0; number < 1_001; number++) rememberTotal(askedBy(`status ${number}`), leads);
  expect([await isKept('status 0'), await isKept('status 1')]).toEqual([false, true]);
  // What was told again since is not the oldest.
  rememberTotal(askedBy('status 1'), leads);
  rememberTotal(askedBy('one more'), leads);
  expect([await isKept('status 1'), await isKept('status 2')]).toEqual([true, false]);
});

test('How many leads one partner has says nothing of the end of another’s list', async () => {
  const status = 'open,unqualified';
  rememberTotal(askedFor({ whose: { partner }, status }), leads);
  const other = { partner: '0192aaaa-0000-7000-8000-000000000008' };
  const asked = askedFor({ whose: other, status, offset: leads - 4 });
  expect(await findLastPage(database.db, asked)).toBeUndefined();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadSorts } from '#contract/lead-queries.ts';
import type { Database } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { addPartners, freshDatabase, type TestDatabase } from '#test/database.ts';
import { countOfKeys } from './lead-days.queries.ts';
import { countDays } from './lead-days.ts';
import { readLeadFilter } from './lead-filter.ts';
import { listLeads } from './lead-list.ts';
import { type Asked, findAnyPage } from './lead-pages.queries.ts';
import { findFewLeads, searchByRarePart } from './lead-search.queries.ts';

const now = new Date();
const partner = '0192aaaa-0000-7000-8000-000000000007';
const reader = { role: 'admin' as const, now };

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await addPartners(database.db, [partner]);
  // Each is of a firm, a tenth of them of many; the number of one firm is also the street of another.
  await database.db.queryOnce(sql`
    insert into leads (id, partner_id, company_key, status, status_key, search_text, source, created_at)
    select gen_random_uuid(), ${partner}, '', 'open', 'open', text, 'form', now() - interval '3 days'
    from (
      select case when n <= 1001 then 'many ' else '' end || 'firm ' || n
        || case when n <= 1000 then ' some' else '' end from generate_series(1, 12000) n
      union all values ('firm of street 4711')
    ) searched (text)`);
  while ((await countDays(database.db)) > 0);
});
afterAll(() => database.drop());

const matchOf = (search: string) =>
  searchByRarePart(database.db, readLeadFilter({ search }, reader), search);

async function askedFor(search: string): Promise<Asked> {
  const order = { sort: undefined, newSince: now };
  const page = { limit: 10, offset: 0, order, side: 'admin' as const };
  return { whose: 'everyone', match: await matchOf(search), page };
}

test('Few leads are found by reading them, a page of them in any order; of more the total is counted', async () => {
  const findFew = async (search: string) =>
    findFewLeads(database.db, await askedFor(search), 1_000);
  expect(await findFew('some')).toMatchObject({ leads: { length: 10 }, total: 1_000 });
  expect(await findFew('many')).toBeUndefined();
  const query = { search: 'many', limit: 10, offset: 0 };
  expect(await listLeads(database.db, 'everyone', query, reader)).toMatchObject({ total: 1_001 });
});

test.each([...leadSorts, '-created_at', '-company_name', '-status'] as const)(
  'What a search finds, sorted by %s, is what a plain statement finds',
  async (sort) => {
    const asked = await askedFor('many');
    const page = { ...asked.page, order: { ...asked.page.order, sort }, offset: 7 };
    const few = await findFewLeads(database.db, { ...asked, page });
    const any = await findAnyPage(database.db, { ...asked, page });
    expect(few?.leads).toHaveLength(10);
    expect(few).toEqual(any);
  },
);

test('Which letters are rare is not asked for again with the next search', async () => {
  const { db } = database;
  const asked: string[] = [];
  const watched: typeof db = {
    ...db,
    query: (query) => {
      asked.push(query.strings.join());
      return db.query(query);
    },
  };
  const query = { search: 'firm 4711', limit: 10, offset: 0 };
  for (let times = 0; times < 2; times++) await listLeads(watched, 'everyone', query, reader);
  expect(asked.filter((text) => text.includes('from lead_days'))).toHaveLength(1);
});

test('A lead that has the rare part of a search and not the whole is not found', async () => {
  const asked = await askedFor('firm 4711');
  expect(asked.match.searchByPart).toEqual({ part: '4711', whole: 'firm 4711' });
  const one = { leads: { length: 1 }, total: 1 };
  expect(await findFewLeads(database.db, asked)).toMatchObject(one);
  expect(await findAnyPage(database.db, asked)).toMatchObject(one);
});

test('Of a long search no more than forty letters are asked for, and the whole is found alone', async () => {
  const long = `firm 4711${' firm'.repeat(30)} 47`;
  const letters = 'qxzjvkw'.repeat(28);
  expect((await matchOf(long)).searchByPart).toEqual({ part: '4711', whole: long });
  expect((await matchOf(letters)).searchByPart).toEqual({
    part: letters.slice(0, 40),
    whole: letters,
  });
  await database.db.queryOnce(sql`
    insert into leads (id, partner_id, company_key, status, status_key, search_text, source, created_at)
    select gen_random_uuid(), ${partner}, '', 'open', 'open', text, 'form', now()
    from unnest(${[letters, `${letters.slice(0, -1)}-`]}::text[]) text`);
  expect(await findFewLeads(database.db, await askedFor(letters))).toMatchObject({ total: 1 });
});

test('What is found too often to be read at once is counted by the rare part of the search too', async () => {
  const asked: Sql[] = [];
  const queryOnce: Database['queryOnce'] = (statement) => {
    asked.push(statement);
    return database.db.queryOnce(statement);
  };
  const searched = await askedFor('many firm');
  const db = { ...database.db, queryOnce };
  expect(await findFewLeads(db, searched, 1_000)).toBeUndefined();
  expect(await findAnyPage(db, searched)).toMatchObject({ total: 1_001 });
  expect(asked).toHaveLength(2);
  for (const { values } of asked) expect(values).toContain('%many%');
});

test('How common letters are is told by days from the first to the last, not by the last ones alone', async () => {
  const { db } = database;
  await db.queryOnce(sql`
    insert into lead_days (key, day, count)
    select key, until - ago, 1 from lead_days_counted,
      (values ('text §', 0), ('text §', 1), ('text §', 270), ('text §', 540), ('all', 540)) told (key, ago)`);
  expect(await countOfKeys(db, ['text §'])).toEqual(new Map([['text §', 3]]));
});

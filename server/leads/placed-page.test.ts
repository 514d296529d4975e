import { afterAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { found, newest, oldest, portalOfDays } from '#test/counted-days.ts';
import { expectPlannedOnce } from '#test/custom-plans.ts';
import { countDays } from './lead-days.ts';
import { listLeads } from './lead-list.ts';

const { portal, partner, run, addLeads, countAll, expectExactDays, expectPlainAnswer } =
  await portalOfDays();
afterAll(() => portal.close());

const byCompany = sql`company_key desc, id`;

/** Pages at the start, in the middle and at the end, and searches for letters. */
async function expectPlainAnswers(): Promise<void> {
  for (const offset of [0, 1_001, 1_234, 1_497, 3_000]) {
    await expectPlainAnswer({ offset }, sql`true`, newest);
    await expectPlainAnswer({ offset, limit: 3, sort: 'created_at' }, sql`true`, oldest);
    const live = sql`status_key = 'live'`;
    await expectPlainAnswer({ offset, status_filter: 'live' }, live, newest);
    const several = sql`status_key in ('live', 'contacted')`;
    const status_filter = 'live,contacted,none';
    await expectPlainAnswer({ offset, status_filter }, several, newest);
    await expectPlainAnswer({ offset, status_filter, sort: 'created_at' }, several, oldest);
  }
  for (const search of ['a', 'm1', '77', 'q', '%']) {
    for (const offset of [0, 200]) {
      await expectPlainAnswer({ search, offset }, found(search), newest);
      await expectPlainAnswer({ search, offset, sort: 'created_at' }, found(search), oldest);
    }
  }
}

test('Pages and letters are found whether their days are counted, not yet, or changed since', async () => {
  await addLeads(1_500, 60);
  await addLeads(3, 0, 'today');
  await expectPlainAnswers();
  await countDays(portal.db);
  await expectPlainAnswers();
  await countAll();
  await expectExactDays();
  const [counted] = await run<{ days: number }>(sql`
    select count(distinct day) as days from lead_days`);
  expect(counted?.days).toBeGreaterThan(50);
  await expectPlainAnswers();
  // Corrected, deleted, moved on, and added to days that are long over.
  await run(
    sql`update leads set search_text = 'qq' where email = 'x' and search_text like '%l77%'`,
  );
  await run(sql`delete from leads where search_text like '%l123%'`);
  await run(
    sql`update leads set status = 'live', status_key = 'live' where search_text like '%l5%'`,
  );
  await addLeads(7, 50, 'late');
  await expectPlainAnswers();
  await countAll();
  await expectExactDays();
  await expectPlainAnswers();
});

test('A far page is that of the list, from whichever end it is read', async () => {
  await addLeads(1_450, 60);
  const own = sql`partner_id = ${partner.user.id}::uuid`;
  const [all] = await run<{ count: number }>(sql`select count(*) from leads where ${own}`);
  const last = all?.count ?? 0;
  expect(last).toBeGreaterThan(1_400);
  for (const offset of [1_001, last - 10, last - 4, last - 1, last, last + 100]) {
    await expectPlainAnswer({ offset }, own, newest, partner);
    await expectPlainAnswer({ offset, sort: 'created_at' }, own, oldest, partner);
    await expectPlainAnswer({ offset, limit: 7, sort: '-company_name' }, sql`true`, byCompany);
  }
});

test('A page of many months is found among whole ones, changed ones and the days that are not over', async () => {
  const add = (daysAgo: number) => addLeads(1, daysAgo, 'žž');
  for (let daysAgo = 400; daysAgo >= 0; daysAgo -= 7) await add(daysAgo);
  await countAll();
  const expectPages = async () => {
    for (const offset of [0, 5, 20, 33]) {
      for (const limit of [3, 40, 100]) {
        const query = { search: 'žž', offset, limit };
        await expectPlainAnswer(query, found('žž'), newest);
        await expectPlainAnswer({ ...query, sort: 'created_at' }, found('žž'), oldest);
      }
    }
  };
  await expectPages();
  for (const daysAgo of [380, 200, 199, 120]) await add(daysAgo);
  await expectPages();
});

// Statistics that are gathered meanwhile may make each plan look cheaper for its own value.
test('A far page is one statement, planned once for all pages', { retry: 2 }, async () => {
  await addLeads(1_300, 60);
  let statements = 0;
  await portal.db.transaction((tx) =>
    expectPlannedOnce(tx, async (time) => {
      const query: typeof tx.query = (asked) => {
        statements++;
        return tx.query(asked);
      };
      const asked = { limit: 10, offset: 1_001 + time * 10 };
      const reader = { role: 'admin' as const, now: new Date() };
      const { leads } = await listLeads({ ...tx, query }, 'everyone', asked, reader);
      expect(leads).toHaveLength(10);
      expect(statements).toBe(time + 1);
    }),
  );
});

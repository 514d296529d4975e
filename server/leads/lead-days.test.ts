import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { found, newest, oldest, portalOfDays } from '#test/counted-days.ts';
import { countDays, startCountingDays } from './lead-days.ts';

const { portal, partner, run, addLeads, countAll, expectExactDays, expectPlainAnswer } =
  await portalOfDays();
beforeAll(async () => {
  await addLeads(20, 430, 'ancient');
  await addLeads(500, 60);
  await addLeads(3, 0, 'today');
});
afterAll(() => portal.close());

test('Leads from before days were marked are counted all, some days at a time', async () => {
  await addLeads(720, 60, 'early');
  await run(sql`delete from lead_day_marks`);
  await run(sql`delete from lead_days`);
  await run(sql`update lead_days_counted set until = '-infinity'`);
  await countAll();
  await expectExactDays();
  await expectPlainAnswer({ search: 'y3' }, found('y3'), newest);
});

test('Of a day with more leads than are read at once every text is counted, also of one instant', async () => {
  await run(sql`
    insert into leads (id, partner_id, company_key, status, status_key, search_text, source, created_at)
    select gen_random_uuid(), ${partner.user.id}, '', 'new', 'new', 'crowded', 'upload',
      date_trunc('day', now(), 'UTC') - interval '70 days' + make_interval(hours => n / 300)
    from generate_series(1, 450) n`);
  await countAll();
  await expectExactDays();
});

test('Of a day with more letters than are counted all are found, those that are counted and the others', async () => {
  // Days that are just over may be marked and not be counted for some hours: theirs stay.
  await run(sql`delete from leads where created_at < now() - interval '3 days'`);
  await addLeads(200, 40, 'crowd');
  await addLeads(30, 20, 'm1 %');
  const most = 60;
  for (let rounds = 0; rounds < 50 && (await countDays(portal.db, most)) > 0; ) rounds++;
  const partly = () =>
    run<{ days: number; letters: number }>(sql`
      select count(distinct day) as days, max(letters) as letters
      from lead_days_partly join (
        select day, count(*) as letters from lead_days where key like 'text %' group by day
      ) counted using (day)`);
  expect(await partly()).toEqual([{ days: expect.toSatisfy((days) => days > 5), letters: most }]);

  const expectPages = async () => {
    for (const search of ['a', 'm1', '77', 'q', '%', '19', 'l3', '9']) {
      for (const query of [{ search }, { search, offset: 15, limit: 30 }]) {
        await expectPlainAnswer(query, found(search), newest);
        await expectPlainAnswer({ ...query, sort: 'created_at' }, found(search), oldest);
      }
    }
    await expectPlainAnswer({ status_filter: 'live' }, sql`status_key = 'live'`, newest);
  };
  await expectPages();
  // A status alone leaves the letters as they are.
  await run(
    sql`update leads set status = 'live', status_key = 'live' where search_text like 'crowd%9%'`,
  );
  await countAll();
  expect(await partly()).toMatchObject([{ letters: most }]);
  await expectPages();
  // With room for all of them the days are whole again.
  await run(sql`insert into lead_day_marks (day, texts) select day, true from lead_days_partly`);
  await countAll();
  expect(await run(sql`select from lead_days_partly`)).toEqual([]);
  await expectExactDays();
  await expectPages();
});

test('After the clock was ahead for some days, leads that are added on them are found and counted', async () => {
  await addLeads(30, 10, 'before');
  await countAll();
  const counted = () => run(sql`select until from lead_days_counted`);
  const right = await counted();
  // As it would have been counted then.
  await run(sql`update lead_days_counted set until = current_date + 3`);
  await run(sql`insert into lead_days (key, day, count) values
    ('all', current_date, 30), ('text b', current_date, 30), ('text be', current_date, 30)`);
  await run(sql`insert into lead_days_partly values (current_date + 1)`);
  await addLeads(1, 0, 'beyond');
  await countAll();
  expect(await counted()).toEqual(right);
  expect(await run(sql`select from lead_days_partly`)).toEqual([]);
  await expectExactDays();
  for (const search of ['be', 'b', 'yo']) {
    await expectPlainAnswer({ search }, found(search), newest);
  }
});

test('A lead of today marks no day, and one of a day that is over marks it once a transaction', async () => {
  await addLeads(20, 500, 'long ago');
  await countAll();
  const marks = () =>
    run<object>(sql`select count(*), bool_or(texts) as texts from lead_day_marks`);
  await addLeads(2, 0, 'now');
  expect(await marks()).toEqual([{ count: 0, texts: null }]);
  await run(sql`update leads set status = 'open', status_key = 'open'
    where id in (select id from leads order by created_at limit 20)`);
  expect(await marks()).toEqual([{ count: 1, texts: false }]);
});

test('A lead that is stored while its day is counted is counted later, and found meanwhile', async () => {
  await countAll();
  let countedMeanwhile = 0;
  await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`
      update leads set search_text = 'zz' where id = (select id from leads order by created_at limit 1)`);
    await run(sql`insert into lead_day_marks (day, texts)
      select utc_day(min(created_at)), true from leads`);
    countedMeanwhile = await countDays(portal.db);
  });
  expect(countedMeanwhile).toBe(1);
  await expectPlainAnswer({ search: 'zz' }, found('zz'), newest);
  await countAll();
  await expectExactDays();
  await expectPlainAnswer({ search: 'zz' }, found('zz'), newest);
});

test('A change that is stored between reading a day and settling its marks keeps its own', async () => {
  await countAll();
  const oldest = sql`(select id from leads order by created_at limit 1)`;
  await run(sql`update leads set search_text = 'before' where id = ${oldest}`);
  let changed = 0;
  const db: Database = {
    ...portal.db,
    transaction: (work) =>
      portal.db.transaction((tx) =>
        work({
          ...tx,
          query: async (query) => {
            if (query.strings[0]?.includes('delete from lead_day_marks') && changed++ === 0) {
              await run(sql`update leads set search_text = 'jj' where id = ${oldest}`);
            }
            return tx.query(query);
          },
        }),
      ),
  };
  expect(await countDays(db)).toBe(1);
  expect(changed).toBe(1);
  await expectPlainAnswer({ search: 'jj' }, found('jj'), newest);
  await countAll();
  await expectExactDays();
});

test('Where one process counts, another leaves it to it', async () => {
  await run(sql`insert into lead_day_marks (day, texts)
    select utc_day(min(created_at)), true from leads`);
  await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`lock table lead_days_counted in share row exclusive mode`);
    expect(await countDays(portal.db)).toBe(0);
  });
  expect(await countDays(portal.db)).toBe(1);
});

test('Counting begins with the portal, goes on every minute, and ends with it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const left = async () => (await run<object>(sql`select from lead_day_marks`)).length;
  const mark = () =>
    run(
      sql`insert into lead_day_marks (day, texts) select utc_day(min(created_at)), true from leads`,
    );
  try {
    await mark();
    const stop = startCountingDays(portal.db, pino({ level: 'silent' }));
    await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 20_000 });
    await mark();
    await vi.waitFor(
      async () => {
        vi.advanceTimersByTime(60_000);
        expect(await left()).toBe(0);
      },
      { timeout: 20_000 },
    );
    await stop();
    await mark();
    vi.advanceTimersByTime(600_000);
    expect(await left()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('Whatever is changed in whatever order, the counts of days stay what counting finds', async () => {
  // All of them are read after every round: one in eight is as good, and eight times as quick.
  await run(sql`delete from leads where md5(id::text) >= '2'`);
  const changes: Record<string, (n: number) => Promise<unknown>> = {
    add: (n) => addLeads(1 + (n % 3), 2 + (n % 9), `p${n % 5}`),
    remove: (n) =>
      run(sql`delete from leads where id in (
      select id from leads order by md5(id::text || ${String(n)}) limit 2)`),
    correct: (n) =>
      run(sql`update leads set search_text = ${`c${n % 11} ü😀\nk`} where id in (
      select id from leads order by md5(id::text || ${String(n)}) limit 3)`),
    status: (n) =>
      run(sql`update leads set status_key = ${`s${n % 4}`} where id in (
      select id from leads order by md5(id::text || ${String(n)}) limit 9)`),
    age: (n) =>
      run(sql`update leads set created_at = created_at - make_interval(days => ${n % 3})
      where id = (select id from leads order by md5(id::text || ${String(n)}) limit 1)`),
    count: () => countDays(portal.db),
  };
  const step = fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(1_000));
  const property = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
    async (rounds) => {
      for (const together of rounds) {
        await Promise.all(together.map(([name, n]) => changes[name]?.(n).catch(retryable)));
        await expectExactDays();
      }
      for (const search of ['p1', 'c', '😀', 'üc']) {
        await expectPlainAnswer({ search }, found(search), newest);
      }
    },
  );
  await fc.assert(property, { numRuns: 12, seed: 14, endOnFailure: true });
});

/** Statements that take the same leads in another order may be broken off. */
function retryable(error: Error & { code?: string }): void {
  if (error.code !== '40P01') throw error;
}

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { deleteFailures, takeTurn } from './sign-in-throttle.queries.ts';

const minute = 60_000;
let now = Date.now();
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase('migrated', () => new Date(now));
});
afterAll(() => database.drop());

/** As a sign-in that succeeds takes its counters, in key order, to take back its failures. */
const lock = (key: string) =>
  sql`select 1 from sign_in_failures where key = ${key} for update nowait`;

test('Forgetting failures takes its counters in the order in which sign-ins do, so that neither waits for ever', async () => {
  const { db } = database;
  for (const key of ['pair:192.0.2.1:ada', 'account:ada']) {
    await db.query(sql`
      insert into sign_in_failures (key, failures, window_ends)
      values (${key}, 1, now() + interval '1 hour')`);
  }
  const forgetting = await db.transaction(async (tx) => {
    await tx.query(lock('account:ada'));
    const waits = deleteFailures(db, 'ada');
    await vi.waitFor(
      async () =>
        expect(
          await db.query(sql`
            select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        ).toHaveLength(1),
      { timeout: 20_000 },
    );
    await tx.query(lock('pair:192.0.2.1:ada'));
    return { waits };
  });
  await forgetting.waits;
  expect(await db.query(sql`select key from sign_in_failures`)).toEqual([]);
});

test('A turn may be taken from five minutes after it was given on, for fifteen', async () => {
  const { db } = database;
  const given = now;
  const takenAfter = async (milliseconds: number, key: string) => {
    now = given;
    expect(await takeTurn(db, key)).toBe(false);
    now = given + milliseconds;
    return takeTurn(db, key);
  };
  expect(await takenAfter(5 * minute - 1, 'turn:early')).toBe(false);
  expect(await takenAfter(5 * minute, 'turn:first')).toBe(true);
  expect(await takenAfter(20 * minute - 1, 'turn:last')).toBe(true);
  expect(await takenAfter(20 * minute, 'turn:late')).toBe(false);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { readInBatches } from './cursor.queries.ts';
import { sql } from './sql.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase('empty');
});
afterAll(() => database.drop());

const numbers = (count: number) => sql`select n from generate_series(1, ${count}::int) n`;
const never = new AbortController().signal;

/** The batches of a query, and how many of its rows were held at once. */
async function batchesOf(count: number, rows: number): Promise<number[]> {
  const lengths: number[] = [];
  let next = 1;
  await readInBatches<{ n: number }>(
    database.db,
    numbers(count),
    { rows, signal: never },
    async (batch) => {
      lengths.push(batch.length);
      for (const { n } of batch) expect(n).toBe(next++);
    },
  );
  expect(next).toBe(count + 1);
  return lengths;
}

test.each([
  [0, [0]],
  [1, [1]],
  [9, [9]],
  [10, [10, 0]],
  [25, [10, 10, 5]],
])('%i rows come in order, in batches of at most ten', async (count, lengths) => {
  expect(await batchesOf(count, 10)).toEqual(lengths);
});

test('A batch is read when the one before has been taken, and not sooner', async () => {
  await database.db.queryOnce(sql`create sequence given_out`);
  const drawn = sql`select nextval('given_out') as n from generate_series(1, 100)`;
  const seen: number[] = [];
  await readInBatches(database.db, drawn, { rows: 10, signal: never }, async () => {
    const [row] = await database.db.queryOnce<{ last_value: number }>(
      sql`select last_value from given_out`,
    );
    seen.push(row?.last_value ?? 0);
  });
  expect(seen.slice(0, 10)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
});

test('A failure of whoever takes the rows is theirs, and the connection goes back', async () => {
  const failing = readInBatches(database.db, numbers(5), { rows: 2, signal: never }, async () => {
    throw new Error('no more room');
  });
  await expect(failing).rejects.toThrow('no more room');
  expect(await batchesOf(3, 2)).toEqual([2, 1]);
});

test('A statement that is under way is ended when nobody waits for it any more', async () => {
  const leaving = new AbortController();
  const endless = sql`select pg_sleep(600)`;
  const reading = readInBatches(
    database.db,
    endless,
    { rows: 2, signal: leaving.signal },
    async () => {},
  );
  const running = async () => {
    const [row] = await database.db.queryOnce<{ count: number }>(sql`
      select count(*) from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'fetch forward%'`);
    return row?.count;
  };
  await expect.poll(running).toBe(1);
  leaving.abort(new Error('gone'));
  await expect(reading).rejects.toThrow('canceling statement due to user request');
  expect(await running()).toBe(0);
  expect(await batchesOf(3, 2)).toEqual([2, 1]);
});

test('Nothing is asked for a caller who has gone already', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  const reading = readInBatches(database.db, numbers(1), { rows: 1, signal: gone }, async () => {});
  await expect(reading).rejects.toThrow('gone');
});

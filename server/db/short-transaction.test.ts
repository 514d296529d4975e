import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { shortTransaction } from './short-transaction.ts';
import { sql } from './sql.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase('empty');
});
afterAll(() => database.drop());

test('Each row that somebody else has locked is waited for a tenth of a second at a time', async () => {
  const { db } = database;
  const show = sql`select current_setting('lock_timeout') as time`;
  expect(await shortTransaction(db, 'account', (tx) => tx.query(show))).toEqual([
    { time: '100ms' },
  ]);
  expect(await db.query(show)).toEqual([{ time: '0' }]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { forgetOldMarks, markWrittenBy, neededBy } from './read-marks.queries.ts';
import { sql } from './sql.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const farAhead = 'FFFFFFFF/0';

const setMark = (of: string, age: string) =>
  database.db.queryOnce(sql`
    insert into read_marks (of, lsn, at) values (${of}, ${farAhead}, now() - ${age}::interval)`);

const marksOf = (of: string) =>
  database.db.queryOnce(sql`select lsn::text from read_marks where of = ${of}`);

test('A mark never goes back, whoever of two at once comes last', async () => {
  await setMark('ada', '0');
  await markWrittenBy(database.db, 'ada');
  expect(await marksOf('ada')).toEqual([{ lsn: farAhead }]);
});

test('A mark goes on with what is written', async () => {
  await markWrittenBy(database.db, 'carl');
  const before = await neededBy(database.db, 'carl');
  await markWrittenBy(database.db, 'carl');
  expect(await neededBy(database.db, 'carl')).toBeGreaterThan(before);
});

test('Nobody needs more than there is, as the marks of another database would have it', async () => {
  await setMark('bob', '0');
  const [row] = await database.db.queryOnce<{ ahead: number }>(sql`
    select ${await neededBy(database.db, 'bob')}::int8
      - pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8 as ahead`);
  expect(row?.ahead).toBeLessThanOrEqual(0);
});

test('Whoever has written nothing, and was told of nothing, needs nothing', async () => {
  expect(await neededBy(database.db, 'eve')).toBe(0);
});

test('A mark is kept for a day', async () => {
  await setMark('young', '23 hours');
  await setMark('old', '25 hours');
  await forgetOldMarks(database.db);
  expect([await marksOf('young'), await marksOf('old')]).toEqual([[{ lsn: farAhead }], []]);
});

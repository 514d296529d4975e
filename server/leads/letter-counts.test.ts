import { expect, test } from 'vitest';
import type { Db } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { everyLead } from './day-keys.ts';
import { letterCounts } from './letter-counts.ts';

/** Every key is counted as often as it has letters; those without a count are answered by no row. */
function countingDatabase() {
  const asked: string[][] = [];
  const query = async ({ values }: Sql) => {
    const keys = values.find(Array.isArray) as string[];
    asked.push(keys);
    return keys.filter((key) => key !== 'none').map((key) => ({ key, count: key.length }));
  };
  return { asked, db: { query } as unknown as Db };
}

test('How common letters are is counted once a minute, each time only what is not known yet', async () => {
  const { asked, db } = countingDatabase();
  expect((await letterCounts(db, ['a', 'none'], 0)).get('a')).toBe(1);
  expect((await letterCounts(db, ['a', 'none', 'bcd'], 59_999)).get('bcd')).toBe(3);
  await letterCounts(db, ['bcd'], 59_999);
  expect(asked).toEqual([['a', 'none'], ['bcd']]);
  await letterCounts(db, ['a'], 60_000);
  expect(asked.at(-1)).toEqual(['a']);
});

test('What is known of the letters of one database says nothing of another', async () => {
  const [one, other] = [countingDatabase(), countingDatabase()];
  await letterCounts(one.db, ['a'], 0);
  await letterCounts(other.db, ['a'], 0);
  expect(other.asked).toEqual([['a']]);
});

test('While nothing is counted, it is asked for again with every search', async () => {
  const asked: Sql[] = [];
  const query = async (one: Sql) => {
    asked.push(one);
    return [];
  };
  const db = { query } as unknown as Db;
  for (const times of [1, 2, 3]) {
    await letterCounts(db, [everyLead, 'ab'], 0);
    expect(asked).toHaveLength(times);
  }
});

test('Whoever searches for ever other letters does not fill the memory', async () => {
  const { db } = countingDatabase();
  for (let n = 0; n < 20_000; n += 100) {
    const keys = Array.from({ length: 100 }, (_, i) => `key ${n + i}`);
    const { size } = await letterCounts(db, keys, 0);
    expect(size).toBeLessThan(5_100);
  }
});

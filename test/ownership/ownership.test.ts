import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#server/db/database.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { calls } from './calls.ts';
import { addManyRowsOf, addRowsOf, now, other, own, rowsOf } from './rows.ts';

const server = new URL('../../server/', import.meta.url);
const ownCalls = Object.entries(calls).flatMap(([file, queries]) =>
  Object.entries(queries).flatMap(([name, call]) =>
    typeof call === 'string' ? [] : [{ file, name, call }],
  ),
);

let database: TestDatabase;
/** What each query answers, and what it leaves behind, while nobody else has any rows. */
const alone = new Map<string, unknown>();

beforeAll(async () => {
  database = await freshDatabase('migrated', () => now);
  await database.db.transaction((tx) => addRowsOf(tx, own));
  for (const { name, file, call } of ownCalls) {
    const tried = async (tx: Transaction) => ({
      answer: await call(tx),
      left: await rowsOf(tx, own),
    });
    alone.set(`${file} ${name}`, await undone(tried));
  }
  await database.db.transaction(async (tx) => {
    await addRowsOf(tx, other);
    await addManyRowsOf(tx, other);
  });
});
afterAll(() => database.drop());

/** Runs in a transaction that is rolled back, so that no call sees what another one did. */
async function undone<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  const rollBack = new Error('rolled back on purpose');
  await database.db
    .transaction(async (tx) => {
      result = { value: await work(tx) };
      throw rollBack;
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error;
    });
  if (!result) throw new Error('The call gave no result');
  return result.value;
}

test('Every query of the server is tried here, or says why it is not about one partner', async () => {
  const files = (await readdir(fileURLToPath(server), { recursive: true }))
    .filter((file) => file.endsWith('.queries.ts'))
    .map((file) => file.replaceAll('\\', '/'));
  const found = await Promise.all(
    files.map(async (file) => [file, Object.keys(await import(new URL(file, server).href)).sort()]),
  );
  const listed = Object.entries(calls).map(([file, queries]) => [
    file,
    Object.keys(queries).sort(),
  ]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(found));
});

test.each(ownCalls)(
  '$file $name: another partner’s rows neither come back nor change',
  async ({ file, name, call }) => {
    const { before, after, ...result } = await undone(async (tx) => ({
      before: await rowsOf(tx, other),
      answer: await call(tx),
      left: await rowsOf(tx, own),
      after: await rowsOf(tx, other),
    }));
    expect(result).toEqual(alone.get(`${file} ${name}`));
    expect(after).toEqual(before);
  },
);

test('The other partner has rows in every table that the first one has', async () => {
  const tables = async (owner: typeof own) =>
    Object.entries(await rowsOf(database.db, owner)).map(([table, rows]) => [
      table,
      (rows as unknown[]).length > 0,
    ]);
  expect(await tables(other)).toEqual(await tables(own));
  expect((await tables(other)).filter(([, filled]) => !filled)).toEqual([]);
});

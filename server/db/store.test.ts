import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { openStore } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** What the start of a portal says that hears of changes at this address. */
async function saidWith(DATABASE_DIRECT_URL: string): Promise<string> {
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => said.push(line) });
  const store = await openStore(
    readConfig({ DATABASE_URL: database.url, DATABASE_DIRECT_URL }),
    log,
  );
  await store.stop();
  return said.join('');
}

test('An address to hear of changes at that does not answer is told of at the start, by its name', async () => {
  expect(await saidWith(database.url)).toBe('');
  expect(await saidWith('postgres://u:p@127.0.0.1:1/x')).toContain(
    'DATABASE_DIRECT_URL does not answer',
  );
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { ensureAdministrator, findAccount, listAdministratorEmails } from './accounts.ts';

const first = { email: 'First@example.com', password: 'Harvest-kite-1' };
const second = { email: 'second@example.com', password: 'Lantern-kite-2' };
const now = new Date('2026-01-01T00:00:00Z');

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

test('The first start makes the administrator, and later ones change nothing', async () => {
  expect(await ensureAdministrator(database.db, first, now)).toBe(true);
  const before = await findAccount(database.db, first.email);
  expect(await ensureAdministrator(database.db, { ...first, password: 'Other-1' }, now)).toBe(
    false,
  );
  expect(await ensureAdministrator(database.db, second, now)).toBe(false);
  expect(await listAdministratorEmails(database.db)).toEqual([first.email]);
  expect(await findAccount(database.db, first.email)).toEqual(before);
});

test('A first password that is easy to guess is the operator’s choice', async () => {
  expect(await ensureAdministrator(database.db, { ...first, password: 'Passw0rd!' }, now)).toBe(
    true,
  );
});

test('Two first starts at once make one administrator', async () => {
  const made = await Promise.all(
    [first, second].map((account) => ensureAdministrator(database.db, account, now)),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await listAdministratorEmails(database.db)).toHaveLength(1);
});

test('An account is found by its email in any case, and by nothing that cannot be stored', async () => {
  await ensureAdministrator(database.db, first, now);
  expect((await findAccount(database.db, ' FIRST@EXAMPLE.COM '))?.email).toBe(first.email);
  expect(await findAccount(database.db, 'first@example.com\0')).toBeUndefined();
  expect(await findAccount(database.db, second.email)).toBeUndefined();
});

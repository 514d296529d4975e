import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { OperatorError } from '#server/lib/operator-error.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { type Database, openDatabase } from './database.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { sql } from './sql.ts';

let database: TestDatabase;
let db: Database;
const opened: TestDatabase[] = [];
beforeEach(async () => {
  database = await freshDatabase('empty');
  db = database.db;
  opened.push(database);
});
const others: Database[] = [];
afterEach(() => Promise.all(others.splice(0).map((other) => other.close())));
afterAll(() => Promise.all(opened.map((one) => one.drop())));

const migrationOf = (version: number, text: string): Migration => ({
  version,
  name: `000${version}_step.sql`,
  text,
});
const steps = [
  migrationOf(1, 'create table steps (id serial, name text); create table one ()'),
  migrationOf(2, `insert into steps (name) values ('two')`),
  migrationOf(3, `insert into steps (name) values ('three')`),
];

const stepsRun = async () =>
  (await db.queryOnce<{ name: string }>(sql`select name from steps order by id`)).map(
    ({ name }) => name,
  );
const recorded = () =>
  db.queryOnce<{ version: number; name: string }>(
    sql`select version, name from schema_migrations order by version`,
  );
const tables = async () =>
  (
    await db.queryOnce<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
  ).map(({ name }) => name);

test('Migrations are applied in order, once, and recorded by name', async () => {
  await migrate(db, steps.slice(0, 2));
  await migrate(db, steps.slice(0, 2));
  expect(await stepsRun()).toEqual(['two']);
  await migrate(db, steps);
  await migrate(db, steps);
  expect(await stepsRun()).toEqual(['two', 'three']);
  expect(await recorded()).toEqual(steps.map(({ version, name }) => ({ version, name })));
});

test('Each migration that is applied is told in the log, and none that is not', async () => {
  const lines: string[] = [];
  const log = { info: (line: unknown) => lines.push(String(line)) };
  await migrate(db, steps.slice(0, 1));
  await migrate(db, steps, log as never);
  expect(lines).toEqual(['Database: applied 0002_step.sql', 'Database: applied 0003_step.sql']);
});

test('Five processes that start at the same moment migrate once', async () => {
  const migrations = await readMigrations();
  others.push(...Array.from({ length: 5 }, () => openDatabase(database.url, { poolSize: 1 })));
  await Promise.all(others.map((other) => migrate(other, migrations)));
  expect(await recorded()).toEqual(migrations.map(({ version, name }) => ({ version, name })));
  expect(await tables()).toEqual(expect.arrayContaining(['users', 'leads', 'companies']));
});

test('The files of the migrations are numbered without a gap and read in order', async () => {
  const migrations = await readMigrations();
  const files = await readdir(new URL('./migrations/', import.meta.url));
  expect(migrations.map(({ name }) => name)).toEqual(files.sort());
  expect(migrations.map(({ version }) => version)).toEqual(files.map((_, i) => i + 1));
  expect(migrations.every(({ text }) => text.trim() !== '')).toBe(true);
});

test('A database that is newer than the program is refused in one line and left alone', async () => {
  await migrate(db, steps);
  const older = [...steps.slice(0, 1), migrationOf(2, 'drop table steps')];
  const refused = migrate(db, older);
  await expect(refused).rejects.toThrow(OperatorError);
  await expect(refused).rejects.toThrow(
    /^The database is at schema version 3, but this portal knows only up to 2\. Start the newer portal, or restore an older database\.$/,
  );
  expect(await stepsRun()).toEqual(['two', 'three']);
});

test('A migration that fails leaves nothing behind, and the message says which it was', async () => {
  const failing = [...steps, migrationOf(4, 'create table late (); select 1 / 0')];
  await expect(migrate(db, failing)).rejects.toThrow(/0004_step\.sql.*division by zero/);
  expect(await tables()).toEqual([]);
  await migrate(db, steps);
  expect(await stepsRun()).toEqual(['two', 'three']);
});

test('A migration may take longer than a statement of the portal may', async () => {
  const slow = `create table timeouts as select current_setting('statement_timeout') as allowed`;
  await migrate(db, [migrationOf(1, slow)]);
  expect(await db.queryOnce(sql`select allowed from timeouts`)).toEqual([{ allowed: '0' }]);
  expect(await db.queryOnce(sql`show statement_timeout`)).toEqual([{ statement_timeout: '30s' }]);
});

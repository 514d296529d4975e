import { Client } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { usedFolder } from '#test/used-folder.ts';
import { giveContents } from './embedded.queries.ts';
import { cleanUp, cleanups, query, start } from './testing.ts';

vi.setConfig({ testTimeout: 90_000 });
afterEach(cleanUp);

const whatItMay = `
  select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as much
  from pg_roles where rolname = current_user`;
const ownedBySuperuser = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relowner = 'portal'::regrole
    and relkind in ('r', 'i', 'S') and oid not in (select objid from pg_depend where deptype = 'e')
  union all
  select proname from pg_proc
  where pronamespace = 'public'::regnamespace and proowner = 'portal'::regrole
    and oid not in (select objid from pg_depend where deptype = 'e')`;
const takenFromExtensions = `
  select proname as name from pg_proc
  where pronamespace = 'public'::regnamespace and proowner <> 'portal'::regrole
    and oid in (select objid from pg_depend where deptype = 'e')`;

async function migrateAt(url: string, count = Number.POSITIVE_INFINITY): Promise<void> {
  const db = openDatabase(url, { poolSize: 1 });
  await migrate(db, (await readMigrations()).slice(0, count));
  await db.close();
}

test("the portal's statements run as a role that can read no file and run no program", async () => {
  const { url } = await start(await usedFolder());
  expect(await query(url, whatItMay)).toEqual([{ much: false }]);
  await expect(query(url, "select pg_read_file('postgresql.conf')")).rejects.toThrow('denied');
  await expect(query(url, "copy (select 1) to program 'true'")).rejects.toThrow('denied');
  await expect(query(url, 'create role other superuser')).rejects.toThrow('denied');
});

test('what the role was given by hand is taken back at the next start', async () => {
  const dataDir = await usedFolder();
  const first = await start(dataDir);
  await query(first.superuserUrl, 'alter role portal_app superuser createrole');
  await first.stop();
  const { url } = await start(dataDir);
  expect(await query(url, whatItMay)).toEqual([{ much: false }]);
});

test('a folder in which the portal was the superuser is brought over without what extensions own, and migrates', async () => {
  const dataDir = await usedFolder();
  const before = await start(dataDir);
  // As the earlier releases left it.
  await query(before.superuserUrl, 'alter database portal owner to portal');
  await migrateAt(before.superuserUrl, 3);
  expect((await query(before.superuserUrl, ownedBySuperuser)).length).toBeGreaterThan(10);
  await before.stop();

  const after = await start(dataDir);
  expect(await query(after.superuserUrl, ownedBySuperuser)).toEqual([]);
  expect(await query(after.superuserUrl, takenFromExtensions)).toEqual([]);
  await migrateAt(after.url);
  expect(await query(after.url, 'select count(*)::int as n from leads')).toEqual([{ n: 0 }]);
});

test('what is brought over halfway stays as it was, so that the next start does it', async () => {
  const { superuserUrl } = await start(await usedFolder());
  await query(superuserUrl, 'alter database portal owner to portal; create table one ()');
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  cleanups.push(() => client.end());
  await expect(giveContents(client, 'portal', 'nobody_such')).rejects.toThrow('does not exist');
  await client.query('rollback');
  expect(await query(superuserUrl, ownedBySuperuser)).toEqual([{ name: 'one' }]);
});

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ensureAdministrator, findAccount } from '#server/accounts/accounts.ts';
import { passwordMatches } from '#server/accounts/passwords.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { cleanUp, cleanups, freshFolder, query, start } from '#server/db/embedded/testing.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import { usedFolder } from '#test/used-folder.ts';
import { runCommand } from './commands.ts';

vi.setConfig({ testTimeout: 120_000 });
afterEach(cleanUp);

const email = 'admin@example.com';

async function run(environment: NodeJS.ProcessEnv, ...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  await runCommand(words, environment, (line) => lines.push(line));
  return lines;
}

async function migrated(dataDir: string) {
  const server = await start(dataDir);
  const db = openDatabase(server.url, { poolSize: 1 });
  cleanups.push(() => db.close());
  await migrate(db, await readMigrations());
  return { ...server, db };
}

const secrets = (url: string) => query(url, 'select name, value::text from secrets order by name');

test('A running portal is backed up, and comes back in another folder', async () => {
  const DATA_DIR = await usedFolder();
  const { url } = await migrated(DATA_DIR);
  await query(url, "insert into secrets values ('csrf', 'kept')");
  const file = join(await freshFolder(), 'portal.backup');
  expect(await run({ DATA_DIR }, 'backup', file)).toContain('secrets: 2 rows');
  await expect(run({ DATA_DIR }, 'restore', file, '--overwrite')).rejects.toThrow(
    'already running',
  );

  const elsewhere = { DATA_DIR: await freshFolder() };
  expect((await run(elsewhere, 'restore', file)).at(-1)).toContain('again');
  await expect(run(elsewhere, 'restore', file)).rejects.toThrow('say --overwrite');
  const other = await migrated(elsewhere.DATA_DIR);
  expect(await secrets(other.url)).toEqual(await secrets(url));
});

test('An external database is backed up and restored by its address', async () => {
  const { url, db } = await migrated(await usedFolder());
  await db.close();
  cleanups.pop();
  const file = join(await freshFolder(), 'portal.backup');
  const before = await secrets(url);
  await run({ DATABASE_URL: url }, 'backup', file);
  await query(url, "insert into secrets values ('later', 'gone')");
  await run({ DATABASE_URL: url }, 'restore', file, '--overwrite');
  expect(await secrets(url)).toEqual(before);
  const stranger = new URL(url);
  stranger.password = 'wrong';
  const refused = run({ DATABASE_URL: stranger.href }, 'backup', `${file}.2`);
  await expect(refused).rejects.toThrow(/^The database of DATABASE_URL .+ cannot be used: [^\n]+$/);
});

test('A backup of the embedded database is refused while disk space is low; one of an external database is not', async () => {
  const DATA_DIR = await usedFolder();
  const { url } = await migrated(DATA_DIR);
  const folder = await freshFolder();
  const file = join(folder, 'portal.backup');
  const low = { DISK_RESERVE_MB: '1000000000' };
  await expect(run({ DATA_DIR, ...low }, 'backup', file)).rejects.toThrow(
    /^No backup was made: the server has \d+ MB of disk space left, less than the 1000000000 MB that are kept in reserve\./,
  );
  expect(await readdir(folder)).toEqual([]);
  await run({ DATABASE_URL: url, ...low }, 'backup', file);
  expect(await readdir(folder)).toEqual(['portal.backup']);
});

async function opens(db: Database, password: string): Promise<boolean> {
  return passwordMatches((await findAccount(db, email))?.password_hash ?? null, password);
}

async function resetPassword(environment: NodeJS.ProcessEnv): Promise<string> {
  const [line = ''] = await run(environment, 'admin', 'reset-password', 'Admin@example.com');
  return (
    /^The new password of Admin@example\.com, shown only this once: (\S+)$/.exec(line)?.[1] ?? ''
  );
}

test('A lost password is reset while the portal runs, while it is stopped, and by DATABASE_URL', async () => {
  const DATA_DIR = await usedFolder();
  const first = await migrated(DATA_DIR);
  await ensureAdministrator(first.db, { email, password: 'Harvest-kite-1' }, new Date());
  expect(await run({ DATA_DIR }, 'admin', 'list')).toEqual([email]);
  const running = await resetPassword({ DATA_DIR });
  expect([await opens(first.db, 'Harvest-kite-1'), await opens(first.db, running)]).toEqual([
    false,
    true,
  ]);
  await first.db.close();
  cleanups.pop();
  await first.stop();

  const stopped = await resetPassword({ DATA_DIR });
  const second = await migrated(DATA_DIR);
  expect(await opens(second.db, stopped)).toBe(true);
  const elsewhere = await resetPassword({ DATABASE_URL: second.url });
  expect(await opens(second.db, elsewhere)).toBe(true);
});

test('A command that cannot be done leaves the database as it is, and says why', async () => {
  const server = await start(await usedFolder());
  const never = run({ DATABASE_URL: server.url }, 'admin', 'list');
  await expect(never).rejects.toThrow(/^The database of DATABASE_URL .+ cannot be used: [^\n]+$/);
  const db = openDatabase(server.url, { poolSize: 1 });
  await migrate(db, (await readMigrations()).slice(0, -1));
  const older = run({ DATABASE_URL: server.url }, 'admin', 'list');
  await expect(older).rejects.toThrow('start the portal of this version first');
  await migrate(db, await readMigrations());
  await db.close();
  const nobody = run({ DATABASE_URL: server.url }, 'admin', 'reset-password', 'nobody@x.example');
  await expect(nobody).rejects.toThrow(
    new OperatorError('nobody@x.example is no administrator. Administrators: none yet.'),
  );
});

test.each([
  {
    words: ['admin'],
    said: 'Say: npm run admin -- list, npm run admin -- reset-password EMAIL, or npm run admin -- hubspot-setup',
  },
  { words: ['admin', 'reset-password'], said: 'Say: npm run admin' },
  { words: ['admin', 'list', 'x'], said: 'Say: npm run admin' },
  { words: ['admin', 'reset-password', 'a@b.example', 'x'], said: 'Say: npm run admin' },
  { words: ['admin', 'list'], said: 'in which there is no database' },
  { words: ['backup'], said: 'Say: npm run backup FILE' },
  { words: ['backup', 'one', 'two'], said: 'Say: npm run backup FILE' },
  { words: ['backup', 'one'], said: 'in which there is no database' },
  { words: ['restore'], said: 'Say: npm run restore FILE' },
  { words: ['restore', 'one', 'two'], said: 'Say: npm run restore FILE' },
  { words: ['nothing'], said: 'There is no command nothing.' },
])('$words is answered with what to say, and makes nothing', async ({ words, said }) => {
  const folder = await freshFolder();
  const attempt = run({ DATA_DIR: join(folder, 'mistyped') }, ...words);
  await expect(attempt).rejects.toThrow(OperatorError);
  await expect(attempt).rejects.toThrow(said);
  expect(await readdir(folder)).toEqual([]);
});

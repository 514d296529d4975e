import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from './db/database.ts';
import { run } from './db/embedded/run.ts';
import {
  cleanUp,
  freshFolder,
  query,
  removeOriginal,
  start,
  usedFolder,
} from './db/embedded/testing.ts';
import { migrate, readMigrations } from './db/migrate.ts';

vi.setConfig({ testTimeout: 120_000 });
afterEach(cleanUp);
afterAll(removeOriginal);

const tool = fileURLToPath(new URL('./tool.ts', import.meta.url));

function runTool(environment: NodeJS.ProcessEnv, ...words: string[]) {
  const env = { PATH: process.env.PATH, ...environment };
  return run(process.execPath, ['--import', 'tsx', tool, ...words], { env });
}

async function migrated(dataDir: string) {
  const database = await start(dataDir);
  const db = openDatabase(database.url, { poolSize: 1 });
  await migrate(db, await readMigrations());
  await db.close();
  return database;
}

const secrets = (url: string) => query(url, 'select name, value::text from secrets');

test('A running portal is backed up, and comes back in another folder', async () => {
  const DATA_DIR = await usedFolder();
  const { url } = await migrated(DATA_DIR);
  await query(url, "insert into secrets values ('csrf', 'kept')");
  const file = join(await freshFolder(), 'portal.backup');
  const backup = await runTool({ DATA_DIR }, 'backup', file);
  expect(backup).toMatchObject({ ok: true, output: expect.stringMatching(/^secrets: \d rows$/m) });

  const under = await runTool({ DATA_DIR }, 'restore', file, '--overwrite');
  expect(under).toMatchObject({ ok: false, output: expect.stringContaining('already running') });

  const empty = await freshFolder();
  const restored = await runTool({ DATA_DIR: empty }, 'restore', file);
  expect(restored).toMatchObject({ ok: true, output: expect.stringContaining('again') });
  const again = await runTool({ DATA_DIR: empty }, 'restore', file);
  expect(again).toMatchObject({ ok: false, output: expect.stringContaining('--overwrite') });
  const other = await migrated(empty);
  expect(await secrets(other.url)).toEqual(await secrets(url));
});

test('An external database is backed up and restored by its address', async () => {
  const { url } = await migrated(await usedFolder());
  const file = join(await freshFolder(), 'portal.backup');
  expect(await runTool({ DATABASE_URL: url }, 'backup', file)).toMatchObject({ ok: true });
  const overwritten = await runTool({ DATABASE_URL: url }, 'restore', file, '--overwrite');
  expect(overwritten).toMatchObject({ ok: true });
  const gone = new URL(url);
  gone.port = '1';
  const refused = await runTool({ DATABASE_URL: gone.href }, 'backup', `${file}.2`);
  expect(refused).toMatchObject({
    ok: false,
    output: expect.stringMatching(/^[^\n]+cannot be used: [^\n]+\n?$/),
  });
});

test.each([
  [['backup', 'one', 'two'], 'Say: npm run backup FILE'],
  [['restore'], 'Say: npm run restore FILE'],
  [['backup', 'one'], 'in which there is no database'],
])('%j is answered with what to say, and makes nothing', async (words, said) => {
  const folder = await freshFolder();
  const result = await runTool({ DATA_DIR: join(folder, 'mistyped') }, ...words);
  expect(result).toMatchObject({ ok: false, output: expect.stringContaining(said) });
  expect(await readdir(folder)).toEqual([]);
});

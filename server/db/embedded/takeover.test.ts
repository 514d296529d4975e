import { spawn } from 'node:child_process';
import { chown, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { OperatorError } from '#server/lib/operator-error.ts';
import { usedFolder } from '#test/used-folder.ts';
import { isRoot, unprivilegedAccount } from './account.ts';
import { startEmbedded } from './embedded.ts';
import {
  cleanUp,
  cleanups,
  freshFolder,
  holdsLock,
  log,
  pidFileOf,
  postmasterOf,
  query,
  settings,
  start,
  startOwner,
  until,
} from './testing.ts';

vi.setConfig({ testTimeout: 90_000 });
afterEach(cleanUp);

test('after a SIGKILL of the portal its server is taken over with every committed row', async () => {
  const dataDir = await usedFolder();
  const owner = await startOwner(dataDir);
  await query(owner.url, 'create table kept as select generate_series(1, 500) as id');
  const orphan = await postmasterOf(dataDir);
  owner.child.kill('SIGKILL');
  const next = await start(dataDir);
  expect(await postmasterOf(dataDir)).toBe(orphan);
  expect(await query(next.url, 'select count(*)::int as n from kept')).toEqual([{ n: 500 }]);
  await next.stop();
  await expect(stat(pidFileOf(dataDir))).rejects.toThrow('ENOENT');
});

test('after a SIGKILL of both the portal and its server every committed row is there', async () => {
  const dataDir = await usedFolder();
  const owner = await startOwner(dataDir);
  await query(owner.url, 'create table kept as select generate_series(1, 500) as id');
  owner.child.kill('SIGKILL');
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  const next = await start(dataDir);
  expect(await query(next.url, 'select count(*)::int as n from kept')).toEqual([{ n: 500 }]);
});

test('a second portal on the same folder is told so in one line, and the first goes on', async () => {
  const dataDir = await usedFolder();
  const { url } = await start(dataDir);
  const second = startEmbedded({ dataDir, log, settings });
  await expect(second).rejects.toThrow(OperatorError);
  await expect(second).rejects.toThrow(
    `Another portal is already running on the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
  );
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('of several first starts at the same moment exactly one wins', async () => {
  const dataDir = await freshFolder();
  const results = await Promise.allSettled([start(dataDir), start(dataDir), start(dataDir)]);
  const winners = results.filter((result) => result.status === 'fulfilled');
  const losers = results.filter((result) => result.status === 'rejected');
  expect(losers.map((loser) => String(loser.reason))).toEqual([
    expect.stringContaining('Another portal is already running'),
    expect.stringContaining('Another portal is already running'),
  ]);
  expect(await query(winners[0]?.value.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).filter((name) => name !== 'programs')).toEqual(['postgres']);
});

test('a portal that starts while another one stops gets the folder', async () => {
  const dataDir = await usedFolder();
  const first = await start(dataDir);
  const [second] = await Promise.all([start(dataDir), first.stop()]);
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a postmaster.pid that names another program does not prevent a start', async () => {
  const dataDir = await usedFolder();
  const first = await start(dataDir);
  const text = await readFile(pidFileOf(dataDir), 'utf8');
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  // Of PostgreSQL's own account, whose live processes it takes for another server.
  const account = isRoot() ? await unprivilegedAccount() : undefined;
  const stranger = spawn('sleep', ['600'], { cwd: '/', stdio: 'ignore', ...account });
  cleanups.push(() => stranger.kill());
  await writeFile(pidFileOf(dataDir), text.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
  if (account) await chown(pidFileOf(dataDir), account.uid, account.gid);
  const second = await start(dataDir);
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(stranger.exitCode ?? stranger.signalCode).toBe(null);
});

test('an empty postmaster.pid does not prevent a start', async () => {
  const dataDir = await usedFolder();
  await (await start(dataDir)).stop();
  await writeFile(pidFileOf(dataDir), '');
  const second = await start(dataDir);
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a copy of the folder of a running portal gets a server of its own', async () => {
  const original = await usedFolder();
  const first = await start(original);
  await query(first.url, 'create table kept as select 42 as answer');
  await query(first.superuserUrl, 'checkpoint');
  const copy = join(await freshFolder(), 'copy');
  await cp(original, copy, { recursive: true });
  const second = await start(copy);
  expect(second.url).not.toBe(first.url);
  await query(second.url, 'drop table kept');
  expect(await query(first.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a killed server comes back on the same port, for connections and for the lock', async () => {
  const dataDir = await usedFolder();
  const { url } = await start(dataDir);
  await query(url, 'create table kept as select 42 as answer');
  const pool = new Pool({ connectionString: url });
  pool.on('error', () => undefined);
  cleanups.push(() => pool.end());
  await pool.query('select 1');
  for (const _ of ['once', 'and again']) {
    const pid = await postmasterOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await until(async () => (await postmasterOf(dataDir).catch(() => pid)) !== pid);
    const { rows } = await until(() => pool.query('select * from kept').catch(() => undefined));
    expect(rows).toEqual([{ answer: 42 }]);
  }
  await until(() => holdsLock(url));
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow('Another portal is already');
});

test('a lock whose connection was ended is taken again', async () => {
  const { url, superuserUrl } = await start(await usedFolder());
  const before = await until(() => holdsLock(url));
  await query(superuserUrl, `select pg_terminate_backend(${before})`);
  const after = await until(async () => {
    const pid = await holdsLock(url);
    return pid !== before && pid;
  });
  expect(after).not.toBe(before);
});

test('what killed first starts left behind is removed', async () => {
  const dataDir = await freshFolder();
  for (const owner of ['999999999', String(process.pid)]) {
    const leftover = join(dataDir, `postgres.new-${owner}-abcdef`, 'cluster');
    await mkdir(leftover, { recursive: true });
    await writeFile(join(leftover, 'PG_VERSION'), '18\n');
  }
  const { url } = await start(dataDir);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).filter((name) => name !== 'programs')).toEqual(['postgres']);
});

test('a server that was killed just before stop() is not left running', async () => {
  const dataDir = await usedFolder();
  const database = await start(dataDir);
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  await database.stop();
  await expect(query(database.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

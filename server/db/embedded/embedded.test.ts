import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { OperatorError } from '#server/lib/operator-error.ts';
import { usedFolder } from '#test/used-folder.ts';
import { isRoot } from './account.ts';
import { startEmbedded } from './embedded.ts';
import { run } from './run.ts';
import {
  cleanUp,
  freshFolder,
  log,
  pidFileOf,
  postmasterOf,
  query,
  settings,
  start,
} from './testing.ts';

vi.setConfig({ testTimeout: 90_000 });
afterEach(cleanUp);

test('a first start makes an empty database named portal with the settings it needs', async () => {
  const dataDir = join(await freshFolder(), 'made', 'on', 'the', 'way');
  const { url } = await start(dataDir);
  expect(url).toMatch(/^postgres:\/\/portal_app:[0-9a-f]{64}@127\.0\.0\.1:\d+\/portal$/);
  await query(url, 'create extension pg_trgm; create extension btree_gin; create extension citext');
  const rows = await query(
    url,
    `select name, setting from pg_settings where name in
    ('server_encoding', 'data_checksums', 'TimeZone', 'full_page_writes', 'synchronous_commit')`,
  );
  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    server_encoding: 'UTF8',
    data_checksums: 'on',
    TimeZone: 'UTC',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect((await readdir(dataDir)).filter((name) => name !== 'programs')).toEqual(['postgres']);
});

test('a second start finds what the first one stored', async () => {
  const dataDir = await usedFolder();
  const first = await start(dataDir);
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  await expect(stat(pidFileOf(dataDir))).rejects.toThrow('ENOENT');
  const second = await start(dataDir);
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('the server never runs as root, even in a folder that its account cannot enter', async () => {
  const locked = await freshFolder();
  await chmod(locked, 0o700);
  const dataDir = join(locked, 'data');
  const { url, superuserUrl } = await start(dataDir);
  const cluster = await stat(dirname(pidFileOf(dataDir)));
  expect(cluster.uid === 0).toBe(false);
  expect(cluster.uid === process.getuid?.()).toBe(!isRoot());
  await query(url, 'create table t as select generate_series(1, 1000) as id');
  await query(superuserUrl, 'checkpoint');
  const { output } = await run('ps', ['-o', 'uid=', '-p', `${await postmasterOf(dataDir)}`], {});
  expect(Number(output)).toBe(cluster.uid);
});

test('the server has a process group of its own, out of reach of Ctrl-C', async () => {
  const dataDir = await usedFolder();
  await start(dataDir);
  const pid = await postmasterOf(dataDir);
  const { output } = await run('ps', ['-o', 'pgid=', '-p', String(pid)], {});
  expect(Number(output)).toBe(pid);
});

test('the password is kept from other users, and a wrong one is refused', async () => {
  const dataDir = await usedFolder();
  const { url } = await start(dataDir);
  const file = await stat(join(dataDir, 'postgres', 'password'));
  expect(file.mode & 0o777).toBe(0o600);
  expect(file.uid).toBe(process.getuid?.());
  const wrong = new URL(url);
  wrong.password = '0'.repeat(64);
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
});

test('the server listens on loopback only', async () => {
  const { url, superuserUrl } = await start(await usedFolder());
  const rows = await query(
    superuserUrl,
    `select setting from pg_settings
    where name in ('listen_addresses', 'unix_socket_directories') order by name`,
  );
  expect(rows).toEqual([{ setting: '127.0.0.1' }, { setting: '' }]);
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal);
  if (!outside) return;
  const socket = connectSocket({ host: outside.address, port: Number(new URL(url).port) });
  const outcome = await new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('error', (error) => resolve('code' in error ? error.code : error));
  });
  socket.destroy();
  expect(outcome).toBe('ECONNREFUSED');
});

test('stopping twice is stopping once', async () => {
  const dataDir = await usedFolder();
  const database = await start(dataDir);
  await Promise.all([database.stop(), database.stop()]);
  await database.stop();
  await expect(query(database.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('a database of another major version is named in one line', async () => {
  const dataDir = await usedFolder();
  await (await start(dataDir)).stop();
  await writeFile(join(dirname(pidFileOf(dataDir)), 'PG_VERSION'), '15\n');
  const again = startEmbedded({ dataDir, log, settings });
  await expect(again).rejects.toThrow(OperatorError);
  await expect(again).rejects.toThrow('was written by PostgreSQL 15');
});

test('a DATA_DIR that is a file is named in one line', async () => {
  const dataDir = join(await freshFolder(), 'file');
  await writeFile(dataDir, '');
  const attempt = startEmbedded({ dataDir, log, settings });
  await expect(attempt).rejects.toThrow(OperatorError);
  await expect(attempt).rejects.toThrow(`DATA_DIR is ${dataDir}, which cannot be used`);
});

test('a server that cannot start says why', async () => {
  const attempt = startEmbedded({
    dataDir: await usedFolder(),
    log,
    settings: { ...settings, shared_buffers: 'plenty' },
  });
  await expect(attempt).rejects.toThrow(OperatorError);
  await expect(attempt).rejects.toThrow('invalid value for parameter "shared_buffers"');
});

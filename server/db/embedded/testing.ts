import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { startEmbedded } from './embedded.ts';

export const log = pino({ level: 'silent' });
export const settings = { fsync: 'off' };
export const cleanups: (() => Promise<unknown> | unknown)[] = [];

/** For afterEach: undoes what the test began, the last first. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-embedded-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export async function start(dataDir: string) {
  const database = await startEmbedded({ dataDir, log, settings });
  cleanups.push(() => database.stop());
  return database;
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function until<T>(what: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const value = await what();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error('Waited 30 seconds in vain');
    await pause(20);
  }
}

export const pidFileOf = (dataDir: string) =>
  join(dataDir, 'postgres', 'cluster', 'postmaster.pid');

export async function postmasterOf(dataDir: string): Promise<number> {
  return Number((await readFile(pidFileOf(dataDir), 'utf8')).split('\n')[0]);
}

/** Another portal process: prints the address of its database, then lives until it is killed. */
export async function startOwner(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const script = `
    import { pino } from 'pino';
    import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
    const { url } = await startEmbedded({
      dataDir: process.argv[1], log: pino({ level: 'silent' }), settings: { fsync: 'off' } });
    process.stdout.write(url + '\\n');
  `;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  cleanups.push(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const url = await until(async () => output.includes('\n') && output.trim());
  return { child, url };
}

/** The backend that holds the portal's lock. */
export async function holdsLock(url: string): Promise<number | undefined> {
  const sql = "select pid from pg_locks where locktype = 'advisory' and granted";
  const rows = await query(url, sql).catch(() => []);
  return rows[0] && Number(rows[0].pid);
}

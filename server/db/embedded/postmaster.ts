import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { errorCode, run } from './run.ts';

const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;

/** postmaster.pid, as PostgreSQL writes it: who serves the folder, on which port, how far along. */
export type PidFile = { text: string; pid: number; port: number; ready: boolean };

export async function readPidFile(cluster: Cluster): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return {
    text,
    pid: Number.parseInt(lines[0] ?? '', 10),
    port: Number.parseInt(lines[3] ?? '', 10),
    ready: lines[7]?.trim() === 'ready',
  };
}

/** Removes a stale postmaster.pid, unless a server has replaced it with its own by now. */
export async function discardPidFile(cluster: Cluster, stale: PidFile): Promise<void> {
  const path = join(cluster.data, 'postmaster.pid');
  const aside = `${path}.stale-${randomBytes(6).toString('hex')}`;
  try {
    await rename(path, aside);
    const text = await readFile(aside, 'utf8');
    if (text !== stale.text) await link(aside, path);
  } catch (error) {
    // Another portal that starts at this moment was faster.
    if (!['ENOENT', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** A pid alone proves nothing: after a power cut it may be anybody's. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, name, state] = /\((.*)\) (\S)/s.exec(text) ?? [];
    return name === 'postgres' && state !== 'Z' && state !== 'X';
  }
  const { output } = await run('ps', ['-o', 'comm=', '-p', String(pid)], {});
  return basename(output.trim()) === 'postgres';
}

/** The caller vouches for the pid: it holds a connection to that very server. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  if (!(await isPostgres(pid))) return;
  signal(pid, 'SIGINT');
  if (await waitUntilGone(pid, FAST_STOP_MS)) return;
  const file = await readPidFile(cluster);
  if (file?.pid !== pid) return;
  signal(pid, 'SIGQUIT');
  await waitUntilGone(pid, IMMEDIATE_STOP_MS);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has gone by itself.
  }
}

async function waitUntilGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (await isPostgres(pid)) {
    if (Date.now() > deadline) return false;
    await pause(10);
  }
  return true;
}

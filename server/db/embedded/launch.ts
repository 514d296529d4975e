import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { OperatorError } from '#server/lib/operator-error.ts';
import { placeIn } from './account.ts';
import type { Cluster } from './cluster.ts';
import { readPidFile } from './postmaster.ts';
import { lastLines } from './run.ts';
import { settingArguments } from './settings.ts';

const SLOW_START_MS = 3_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const LOG_NAME = 'postgres.log';

export type Host = {
  cluster: Cluster;
  settings: Record<string, string>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
};

/** occupied: another server has the folder; port-taken: another program has the port. */
type Launch = 'started' | 'occupied' | 'port-taken';

/** Starts a server that outlives the portal, and waits until it serves or has given up. */
export async function launch(host: Host, port: number, deadline: number): Promise<Launch> {
  const logPath = join(host.cluster.folder, `${LOG_NAME}.${randomBytes(6).toString('hex')}`);
  const log = await open(logPath, 'ax+', 0o600);
  try {
    const child = spawnServer(host, port, log);
    const failure = await untilReady(host, child, deadline);
    const output = failure === undefined ? '' : `${failure}${await contentOf(log)}`;
    const result = failure === undefined ? 'started' : explain(output);
    if (result === 'started' || result === 'failed') await keepLog(host.cluster, logPath);
    else await rm(logPath, { force: true });
    if (result !== 'failed') return result;
    throw new OperatorError(`The embedded database did not start: ${lastLines(output)}`);
  } finally {
    await log.close();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was found');
  return address.port;
}

/** The log is appended to, so that it can be emptied while PostgreSQL writes to it. */
export async function limitLog(cluster: Cluster): Promise<void> {
  const path = join(cluster.folder, LOG_NAME);
  const { size } = await stat(path);
  if (size > LOG_LIMIT_BYTES) await truncate(path);
}

function spawnServer(host: Host, port: number, log: FileHandle): ChildProcess {
  const { data, account, binaries } = host.cluster;
  const place = placeIn(data, account);
  const child = spawn(
    binaries.postgres,
    ['-D', place.path, ...settingArguments(port, host.settings)],
    // A session of its own keeps Ctrl-C away from it; a file, unlike a pipe, outlives the portal.
    { ...place.options, detached: true, stdio: ['ignore', log.fd, log.fd] },
  );
  child.unref();
  return child;
}

/** Undefined once it serves (or is still recovering at the deadline), else why it has ended. */
async function untilReady(
  { cluster, log }: Host,
  child: ChildProcess,
  deadline: number,
): Promise<string | undefined> {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = `${error.message}\n`;
  });
  child.once('exit', () => {
    failure ??= '';
  });
  const slow = setTimeout(
    () => log.info('The embedded database is recovering; this can take a while'),
    SLOW_START_MS,
  );
  try {
    while (failure === undefined && Date.now() < deadline) {
      const file = await readPidFile(cluster);
      if (file?.ready && file.pid === child.pid) break;
      await pause(10);
    }
    return failure;
  } finally {
    clearTimeout(slow);
  }
}

function explain(output: string): Launch | 'failed' {
  if (/lock file "postmaster\.pid"|pre-existing shared memory block/.test(output))
    return 'occupied';
  if (/could not bind|could not create any TCP\/IP sockets/.test(output)) return 'port-taken';
  return 'failed';
}

async function contentOf(log: FileHandle): Promise<string> {
  const { size } = await log.stat();
  const length = Math.min(size, 16_384);
  const { buffer, bytesRead } = await log.read(Buffer.alloc(length), 0, length, size - length);
  return buffer.toString('utf8', 0, bytesRead);
}

/** Only a server that serves the folder may replace the log of the one before. */
async function keepLog(cluster: Cluster, path: string): Promise<void> {
  await rename(path, join(cluster.folder, LOG_NAME)).catch(() => undefined);
  const names = await readdir(cluster.folder);
  for (const name of names.filter((entry) => entry.startsWith(`${LOG_NAME}.`))) {
    await rm(join(cluster.folder, name), { force: true });
  }
}

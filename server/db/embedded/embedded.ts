import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { attach, claimRunning, type Server, stopServer } from './attach.ts';
import { openCluster } from './cluster.ts';
import { SUPERUSER } from './cluster-create.ts';
import { ensureDatabase } from './embedded.queries.ts';
import { type Host, limitLog } from './launch.ts';

const DATABASE = 'portal';
const STABLE_MS = 60_000;
const LONGEST_PAUSE_MS = 5_000;
const LOG_CHECK_MS = 60_000;

export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

/** Serves the database in DATA_DIR, made if missing, until stop() or the end of this machine. */
export async function startEmbedded(options: {
  dataDir: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  settings?: Record<string, string>;
}): Promise<EmbeddedDatabase> {
  const { dataDir, log, settings = {} } = options;
  const cluster = await openCluster(dataDir, settings);
  const host: Host = { cluster, settings, log };
  const server = await attach(host);
  try {
    await ensureDatabase(server.lock, DATABASE);
  } catch (error) {
    await stopServer(cluster, server);
    throw error;
  }
  const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${server.port}/${DATABASE}`;
  return { url, stop: keepAlive(host, server) };
}

/**
 * The lock's connection ends when the server dies as well as when someone ends it, and attaching
 * anew is the answer to both: always on the same port, where the portal's connections look for it.
 */
function keepAlive(host: Host, first: Server): () => Promise<void> {
  const closing = new AbortController();
  let server: Server | undefined;
  let recovery = Promise.resolve();
  let stopped: Promise<void> | undefined;
  let failures = 0;

  const watch = (next: Server) => {
    const since = Date.now();
    server = next;
    next.lock.once('end', () => {
      server = undefined;
      if (Date.now() - since > STABLE_MS) failures = 0;
      if (!closing.signal.aborted) recovery = recover();
    });
  };
  const recover = async () => {
    while (!closing.signal.aborted) {
      await backOff(failures++, closing.signal);
      const next = closing.signal.aborted ? undefined : await reattach(host, first.port);
      if (next) return watch(next);
    }
  };
  const stop = async () => {
    closing.abort();
    clearInterval(logCheck);
    await recovery;
    const last = server ?? (await claimRunning(host.cluster, Date.now()).catch(() => undefined));
    if (last) await stopServer(host.cluster, last);
  };

  const logCheck = setInterval(() => limitLog(host.cluster).catch(() => undefined), LOG_CHECK_MS);
  logCheck.unref();
  watch(first);
  return () => (stopped ??= stop());
}

async function backOff(failures: number, signal: AbortSignal): Promise<void> {
  const delay = failures === 0 ? 0 : Math.min(100 * 2 ** failures, LONGEST_PAUSE_MS);
  await pause(delay, undefined, { signal }).catch(() => undefined);
}

async function reattach(host: Host, port: number): Promise<Server | undefined> {
  try {
    const server = await attach(host, port);
    const what = server.launched ? 'had stopped and was restarted' : 'was lost and found again';
    host.log.warn({ port }, `The embedded database ${what}`);
    return server;
  } catch (error) {
    host.log.error({ err: error }, 'The embedded database is down and could not be restarted yet');
    return undefined;
  }
}

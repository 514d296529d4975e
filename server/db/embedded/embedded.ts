import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { applicationRole, ensureApplicationDatabase, urlOf } from './application-role.ts';
import { attach, claimRunning, findRunning, type Server, stopServer } from './attach.ts';
import { type Cluster, openCluster, requireCluster } from './cluster.ts';
import { SUPERUSER } from './cluster-create.ts';
import { type Host, limitLog } from './launch.ts';

const JOIN_MS = 60_000;
const STABLE_MS = 60_000;
const LONGEST_PAUSE_MS = 5_000;
const LOG_CHECK_MS = 60_000;

export type EmbeddedDatabase = {
  /** For the portal, as a role that is no superuser. */
  url: string;
  /** For whoever looks after the server itself. */
  superuserUrl: string;
  stop(): Promise<void>;
};

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
    await ensureApplicationDatabase(cluster, server.lock, server.port);
  } catch (error) {
    await stopServer(cluster, server);
    throw error;
  }
  return { ...urlsOf(cluster, server.port), stop: keepAlive(host, server) };
}

/**
 * For a command beside the portal: the server of the folder is used where it runs, and left as it
 * is; where none runs, it is started until stop().
 */
export async function joinEmbedded(options: {
  dataDir: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}): Promise<EmbeddedDatabase> {
  await requireCluster(options.dataDir);
  const cluster = await openCluster(options.dataDir, {});
  const running = await findRunning(cluster, Date.now() + JOIN_MS);
  if (!running) return startEmbedded(options);
  try {
    await ensureApplicationDatabase(cluster, running.lock, running.port);
  } finally {
    await running.lock.end();
  }
  return { ...urlsOf(cluster, running.port), stop: async () => {} };
}

function urlsOf(cluster: Cluster, port: number) {
  const superuser = { name: SUPERUSER, password: cluster.password };
  return { url: urlOf(applicationRole(cluster), port), superuserUrl: urlOf(superuser, port) };
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

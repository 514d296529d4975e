import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { OperatorError } from '#server/lib/operator-error.ts';
import type { Cluster } from './cluster.ts';
import { connect, seesFile, tryPortalLock } from './embedded.queries.ts';
import { freePort, type Host, launch } from './launch.ts';
import {
  discardPidFile,
  isPostgres,
  type PidFile,
  readPidFile,
  stopPostmaster,
} from './postmaster.ts';
import { errorCode, pidExists, reasonOf } from './run.ts';

const START_MS = 60_000;
const SILENT_MS = 3_000;
const LOCK_MS = 2_000;
/** Stopping, crashed, starting, too many connections: ask again. */
const NOT_NOW = ['57P01', '57P02', '57P03', '53300'];
const WRONG_PASSWORD = '28P01';

/** A server of our folder, and the connection whose lock says that the portal is ours alone. */
export type Server = { pid: number; port: number; lock: Client; launched: boolean };

/** Takes over the server of the folder if one runs, else starts one; on `port`, if that is given. */
export async function attach(host: Host, port?: number): Promise<Server> {
  const deadline = Date.now() + START_MS;
  let launched = false;
  for (;;) {
    const server = await claimRunning(host.cluster, deadline);
    if (server && (port === undefined || server.port === port)) return { ...server, launched };
    if (server) await stopServer(host.cluster, server);
    if (Date.now() > deadline) {
      throw new OperatorError(
        `The embedded database in ${host.cluster.folder} could not be started or taken over within ${START_MS / 1000} seconds.`,
      );
    }
    const result = await launch(host, port ?? (await freePort()), deadline);
    launched = result === 'started';
    if (result === 'occupied' || (result === 'port-taken' && port !== undefined)) await pause(100);
  }
}

/** The lock goes last, with the server, so that no other portal can get it in between. */
export async function stopServer(cluster: Cluster, server: Server): Promise<void> {
  await stopPostmaster(cluster, server.pid);
  await server.lock.end().catch(() => undefined);
}

/** The running server of the folder with its lock taken; undefined if none runs. */
export async function claimRunning(
  cluster: Cluster,
  deadline: number,
): Promise<Server | undefined> {
  for (;;) {
    const found = await findRunning(cluster, deadline);
    if (!found) return undefined;
    try {
      await takeLock(found.lock, cluster);
      return found;
    } catch (error) {
      await found.lock.end().catch(() => undefined);
      // Any other error: the server went away under our hands, which is for the next round.
      if (error instanceof OperatorError || Date.now() > deadline) throw error;
    }
  }
}

async function takeLock(lock: Client, cluster: Cluster): Promise<void> {
  const deadline = Date.now() + LOCK_MS;
  while (!(await tryPortalLock(lock))) {
    if (Date.now() > deadline) {
      throw new OperatorError(
        `Another portal is already running on the data folder ${cluster.dataDir}. Stop it, or set DATA_DIR to another folder.`,
      );
    }
    await pause(100);
  }
}

/** The running server of the folder, whoever has its lock; undefined if none runs. */
export async function findRunning(cluster: Cluster, deadline: number): Promise<Server | undefined> {
  let silent = { text: '', since: Date.now() };
  for (;;) {
    const file = await readPidFile(cluster);
    if (!file) return undefined;
    if (file.text !== silent.text) silent = { text: file.text, since: Date.now() };

    const state = await examine(cluster, file);
    if (typeof state === 'object') return state;
    if (state === 'dead') return undefined;
    const unanswered = state === 'silent' && Date.now() - silent.since > SILENT_MS;
    if (state === 'foreign' || unanswered) {
      await discardPidFile(cluster, file);
      return undefined;
    }
    if (state === 'busy' && Date.now() > deadline) {
      throw new OperatorError(
        `The embedded database in ${cluster.folder} (process ${file.pid}) does not accept connections. Start the portal again later.`,
      );
    }
    await pause(20);
  }
}

/**
 * dead: PostgreSQL clears that up itself. foreign: certainly not a server of this folder. busy: it
 * answers, but not yet. silent: about to listen, about to exit, or foreign; time will tell.
 */
type State = Server | 'dead' | 'foreign' | 'busy' | 'silent';

async function examine(cluster: Cluster, file: PidFile): Promise<State> {
  if (!Number.isInteger(file.pid) || !Number.isInteger(file.port)) return 'silent';
  if (!(await isPostgres(file.pid))) return pidExists(file.pid) ? 'foreign' : 'dead';
  let lock: Client;
  try {
    lock = await connect(cluster, file.port);
  } catch (error) {
    return stateOf(error, cluster, file);
  }
  const ours = await servesFolder(cluster, lock);
  if (ours) return { pid: file.pid, port: file.port, lock, launched: false };
  await lock.end().catch(() => undefined);
  return ours === false ? 'foreign' : 'busy';
}

function stateOf(error: unknown, cluster: Cluster, file: PidFile): State {
  const code = errorCode(error);
  if (code !== undefined && NOT_NOW.includes(code)) return 'busy';
  if (code === WRONG_PASSWORD) {
    throw new OperatorError(
      `The embedded database in ${cluster.folder} (process ${file.pid}) refuses the password in ${join(cluster.folder, 'password')}.`,
    );
  }
  if (error instanceof DatabaseError) throw error;
  return /timeout/i.test(reasonOf(error)) ? 'busy' : 'silent';
}

/**
 * The password alone is no proof: in a copied DATA_DIR, both it and postmaster.pid point to the
 * server of the original. A file made just now is seen only by a server of this very folder.
 */
async function servesFolder(cluster: Cluster, client: Client): Promise<boolean | undefined> {
  const name = `portal-check-${randomBytes(8).toString('hex')}`;
  const path = join(cluster.data, name);
  await open(path, 'wx', 0o644).then((file) => file.close());
  try {
    return await seesFile(client, name).catch(() => undefined);
  } finally {
    await rm(path, { force: true });
  }
}

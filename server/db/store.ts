import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import {
  type Database,
  DatabaseUnavailable,
  openDatabase,
  statementTimeoutMilliseconds,
} from './database.ts';
import { joinEmbedded, startEmbedded } from './embedded/embedded.ts';
import { poolSize } from './long-work.ts';
import { serverVersion } from './migrate.queries.ts';
import { migrate, readMigrations } from './migrate.ts';
import { withReplica } from './replica.ts';
import {
  boundStatementsOfRole,
  compileNothingOfRole,
  statementsAreUnbounded,
  statementsMayBeCompiled,
} from './statement-bound.queries.ts';

export type Store = { db: Database; url: string; stop(): Promise<void> };

const oldestServer = 15;

/** The database of DATABASE_URL, or the embedded one, ready to use. */
export async function openStore(config: Config, log: Logger): Promise<Store> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log, settings: roomFor(config.workers) });
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const ways = {
    ...waysOf(config),
    // Without the error itself: it holds the whole connection.
    onError: (error: Error) => log.warn(`An idle database connection broke: ${error.message}`),
  };
  const own = openDatabase(url, ways);
  const { databaseReplicaUrl: replicaUrl } = config;
  const db = replicaUrl ? withReplica(own, openDatabase(replicaUrl, ways), log) : own;
  const stop = async () => {
    await db.close();
    await embedded?.stop();
  };
  try {
    await prepare(db, config, log);
  } catch (error) {
    await stop();
    throw error;
  }
  if (config.databaseDirectUrl) await sayIfUnheard(db, log);
  return { db, url, stop };
}

/** The portal works without hearing of changes: that it does not, nobody would notice. */
async function sayIfUnheard(db: Database, log: Logger): Promise<void> {
  const listening = db.listen('start', { onMessage: () => undefined, onRegained: () => undefined });
  try {
    await listening.ready();
  } catch (error) {
    log.warn(
      { err: error },
      'DATABASE_DIRECT_URL does not answer: until it does, screens are told of no change',
    );
  }
  await listening.close();
}

/** The database as it is, without migrating it: for a command, beside the portal or without it. */
export async function joinStore(config: Config, log: Logger, alone: boolean): Promise<Store> {
  const { databaseUrl, dataDir } = config;
  const start = alone ? startEmbedded : joinEmbedded;
  const embedded = databaseUrl ? undefined : await start({ dataDir, log });
  const url = databaseUrl ?? embedded?.url ?? '';
  const db = openDatabase(url, { ...waysOf(config), poolSize: 1 });
  return {
    db,
    url,
    stop: async () => {
      await db.close();
      await embedded?.stop();
    },
  };
}

/** A pool and a listener for each process, the first one too, and some for commands beside them. */
function roomFor(workers: number): Record<string, string> {
  const connections = (workers + 1) * (poolSize + 1) + 20;
  return { max_connections: String(Math.max(100, connections)) };
}

function waysOf({ databasePrepared: prepared, databaseDirectUrl: listenUrl }: Config) {
  return { prepared, listenUrl };
}

async function prepare(db: Database, config: Config, log: Logger): Promise<void> {
  try {
    const version = await serverVersion(db);
    if (version < oldestServer) {
      throw new OperatorError(
        `DATABASE_URL leads to PostgreSQL ${version}, but the portal needs ${oldestServer} or later.`,
      );
    }
    await migrate(db, await readMigrations(), log);
    if (!config.databasePrepared) await settleRole(db, log);
  } catch (error) {
    throw config.databaseUrl ? asOperatorError(error, config.databaseUrl) : error;
  }
}

/**
 * A pooler takes no settings along: what nobody has decided, the role of the portal does in its
 * database.
 */
async function settleRole(db: Database, log: Logger): Promise<void> {
  if (await statementsMayBeCompiled(db)) await compileNothingOfRole(db);
  if (!(await statementsAreUnbounded(db))) return;
  await boundStatementsOfRole(db, statementTimeoutMilliseconds);
  log.info('Database: statements end after 30 seconds, as a default of its role');
}

/** A database the operator chose and cannot be used is the operator's to mend: one line. */
export function asOperatorError(error: unknown, databaseUrl: string): unknown {
  const reason = error instanceof DatabaseUnavailable ? error.cause : error;
  if (error instanceof OperatorError || !(reason instanceof Error)) return error;
  if (!('code' in reason)) return error;
  const { host, pathname } = new URL(databaseUrl);
  const why = reason.message || String(reason.code);
  const hint = /unsupported startup parameter/.test(why)
    ? '. This is how PgBouncer answers: set DATABASE_PREPARED=off.'
    : '';
  return new OperatorError(
    `The database of DATABASE_URL (${host}${pathname}) cannot be used: ${why}${hint}`,
  );
}

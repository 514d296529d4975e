import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, Db } from './database.ts';
import { markWrittenBy, neededBy, replayed } from './read-marks.queries.ts';
import type { Sql } from './sql.ts';

const lookEveryMilliseconds = 500;

/**
 * Lets people read from a copy of the database that follows it, where that copy already has what they
 * have written and what their screens were told of. Whatever the copy cannot do, the database does.
 */
export function withReplica(
  db: Database,
  replica: Database,
  log: Pick<Logger, 'info' | 'warn'>,
  lookEvery = lookEveryMilliseconds,
): Database {
  const closing = new AbortController();
  /** How far it was when it was last asked: it never goes back. */
  let reached = 0;
  /** Aborts when it is found to be away, so that nobody goes on waiting for it. */
  let here = new AbortController();
  here.abort();

  let looking: Promise<void> | undefined;

  /** Many may want to know at once; the replica is asked once. */
  function look(): Promise<void> {
    looking ??= askHowFar().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function askHowFar(): Promise<void> {
    const { rows } = await replica.ping<{ replayed: number | null }>(replayed);
    const at = rows[0]?.replayed;
    if (at === null || at === undefined) throw new Error('DATABASE_REPLICA_URL is no replica');
    reached = Math.max(reached, at);
  }

  function isHere(): void {
    if (!here.signal.aborted) return;
    here = new AbortController();
    log.info('Lists and counts are read from the replica');
  }

  function isAway(error: unknown): void {
    if (here.signal.aborted) return;
    here.abort();
    log.warn({ err: error }, 'The replica does not answer: the database is read instead');
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().then(isHere, isAway);
      const wait = { signal: closing.signal, ref: false };
      await delay(lookEvery, undefined, wait).catch(() => undefined);
    }
  }

  const orItself =
    (how: 'query' | 'queryOnce') =>
    async <Row>(query: Sql): Promise<Row[]> => {
      try {
        return await unlessAway(here.signal, replica[how]<Row>(query));
      } catch {
        return db[how]<Row>(query);
      }
    };
  const reader: Db = { now: db.now, query: orItself('query'), queryOnce: orItself('queryOnce') };

  async function readerFor(person: string): Promise<Db> {
    if (here.signal.aborted) return db;
    const needed = await neededBy(db, person);
    if (needed > reached) await look().catch(isAway);
    return needed > reached || here.signal.aborted ? db : reader;
  }

  const watching = watch();
  return {
    ...db,
    readerFor,
    // What was written is written, whether it can be marked or not.
    wrote: (person) =>
      markWrittenBy(db, person).catch((error) =>
        log.warn({ err: error }, 'Somebody may not see at once what they have written'),
      ),
    close: async () => {
      closing.abort();
      await watching;
      await replica.close();
      await db.close();
    },
  };
}

/** What is under way when the copy freezes is not waited for any longer than it takes to notice. */
async function unlessAway<T>(away: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  away.throwIfAborted();
  let leave: () => void = () => undefined;
  const gone = new Promise<never>((_, reject) => {
    leave = () => reject(away.reason);
    away.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, gone]);
  } finally {
    away.removeEventListener('abort', leave);
  }
}

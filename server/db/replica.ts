import type { Logger } from 'pino';
import type { Database, Db } from './database.ts';
import { markWrittenBy, neededBy } from './read-marks.queries.ts';
import { watchReplica } from './replica-watch.ts';
import type { Sql } from './sql.ts';

/**
 * Lets people read from a copy of the database that follows it, where that copy already has what they
 * have written and what their screens were told of. Whatever the copy cannot do, the database does.
 */
export function withReplica(
  db: Database,
  replica: Database,
  log: Pick<Logger, 'info' | 'warn'>,
  lookEvery?: number,
): Database {
  const watch = watchReplica(replica, log, lookEvery);

  const orItself =
    (how: 'query' | 'queryOnce') =>
    async <Row>(query: Sql): Promise<Row[]> => {
      try {
        return await unlessAway(watch.away(), replica[how]<Row>(query));
      } catch {
        return db[how]<Row>(query);
      }
    };
  const reader: Db = { now: db.now, query: orItself('query'), queryOnce: orItself('queryOnce') };

  return {
    ...db,
    readerFor: async (person) => {
      if (watch.away().aborted) return db;
      return (await watch.has(await neededBy(db, person))) ? reader : db;
    },
    // What was written is written, whether it can be marked or not.
    wrote: (person) =>
      markWrittenBy(db, person).catch((error) =>
        log.warn({ err: error }, 'Somebody may not see at once what they have written'),
      ),
    close: async () => {
      await watch.end();
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

import type { Database, Transaction } from './database.ts';
import { type Sql, sql } from './sql.ts';

const fetchBatch = (rows: number): Sql => ({
  strings: [`fetch forward ${rows} from batches`],
  values: [],
});

/**
 * Hands over the rows of a query as they are at one moment, never more than a batch at a time: the
 * next is read when the one before has been taken. Each batch has the time of a statement; the whole
 * may take longer. Once the signal aborts, the database stops at once and the connection is free.
 */
export async function readInBatches<Row>(
  db: Database,
  query: Sql,
  { rows, signal }: { rows: number; signal: AbortSignal },
  take: (batch: Row[]) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  await db.transaction(async (tx) => {
    const cancel = await cancelOf(db, tx);
    await tx.queryOnce(sql`declare batches no scroll cursor for ${query}`);
    for (let full = true; full; ) {
      signal.throwIfAborted();
      const batch = await orCancelled(signal, cancel, () => tx.queryOnce<Row>(fetchBatch(rows)));
      full = batch.length === rows;
      await take(batch);
    }
  });
}

/** From another connection: this one cannot be told anything while it waits for its rows. */
async function cancelOf(db: Database, tx: Transaction): Promise<() => Promise<unknown>> {
  const [row] = await tx.queryOnce<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return () => db.queryOnce(sql`select pg_cancel_backend(${row?.pid})`);
}

/** The cancelling is waited for, so that it cannot hit what the connection does next. */
async function orCancelled<T>(
  signal: AbortSignal,
  cancel: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let cancelling: Promise<unknown> | undefined;
  const onAbort = () => {
    cancelling = cancel().catch(() => {});
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', onAbort);
    await cancelling;
  }
}

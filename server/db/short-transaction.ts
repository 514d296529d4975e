import type { Database, Transaction } from './database.ts';
import { waitAtMost } from './lock-wait.queries.ts';
import { untilUnlocked } from './long-work.ts';

/**
 * A transaction that gives up after a moment where somebody else is changing the same rows, and is
 * tried again for a while: a change of many leads may have them for minutes, and whoever waits in the
 * database holds a connection that others need.
 */
export async function shortTransaction<T>(
  db: Database,
  account: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    db.transaction(async (tx) => {
      await waitAtMost(tx, '100ms');
      return work(tx);
    });
  return untilUnlocked(account, attempt, isLocked);
}

/** As PostgreSQL says that a row was not to be had in time. */
const lockNotAvailable = '55P03';

export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === lockNotAvailable;
}

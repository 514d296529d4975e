import { createHash } from 'node:crypto';
import type { BulkProgress } from '#contract/lead-changes.ts';
import type { Db, Transaction } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Known to whoever makes the change, and to nobody else. */
const nameOf = (userId: string, changeId: string) =>
  `bulk ${createHash('md5').update(`${userId} ${changeId}`).digest('hex')}`;

/**
 * Says how far a change has come where every process sees it before the transaction ends: in the name
 * of its connection, which is the usual one again when the transaction is over, however it ends.
 */
export async function tellProgress(
  tx: Transaction,
  { userId, changeId }: { userId: string; changeId: string },
  { done, total }: BulkProgress,
): Promise<void> {
  const name = `${nameOf(userId, changeId)} ${done}/${total}`;
  await tx.query(sql`select set_config('application_name', ${name}, true)`);
}

/** How far the change, or its undoing, has come, whichever process makes it. */
export async function findProgress(
  db: Db,
  userId: string,
  changeId: string,
): Promise<BulkProgress> {
  const [worker] = await db.query<{ progress: string }>(sql`
    select split_part(application_name, ' ', 3) as progress from pg_stat_activity
    where datname = current_database() and application_name like ${`${nameOf(userId, changeId)} %`}`);
  const [done = 0, total = 0] = worker?.progress.split('/').map(Number) ?? [];
  return { done, total };
}

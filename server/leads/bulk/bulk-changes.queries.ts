import type { Db, Transaction } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type BulkKind = 'status' | 'moved' | 'deleted';
export type BulkRecord = {
  id: string;
  by_id: string;
  kind: BulkKind;
  fingerprint: Buffer;
  count: number;
};

/** False where another process changes many leads for this user right now. */
export async function claimBulkChanges(tx: Transaction, userId: string): Promise<boolean> {
  const [claim] = await tx.query<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`bulk of ${userId}`}, 0)) as taken`);
  return claim?.taken ?? false;
}

export async function findBulkChange(db: Db, id: string): Promise<BulkRecord | undefined> {
  const [found] = await db.query<BulkRecord>(sql`
    select id, by_id, kind, fingerprint, count from bulk_changes where id = ${id}`);
  return found;
}

/** False where a change with this id is there already. */
export async function insertBulkChange(
  tx: Transaction,
  { id, by_id, kind, fingerprint }: Omit<BulkRecord, 'count'>,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into bulk_changes (id, by_id, kind, fingerprint)
    values (${id}, ${by_id}, ${kind}, ${fingerprint})
    on conflict (id) do nothing returning id`);
  return rows.length === 1;
}

/** Undoing is possible from now on, not from when a long change began. */
export async function finishBulkChange(tx: Transaction, id: string, count: number): Promise<void> {
  await tx.query(sql`
    update bulk_changes
    set count = ${count}, done_at = ${tx.now()} + (clock_timestamp() - now())
    where id = ${id}`);
}

export type Undoable = BulkRecord & { late: boolean; undone: boolean };

/** The user's own change; nobody else undoes it meanwhile. */
export async function lockBulkChange(
  tx: Transaction,
  userId: string,
  id: string,
  seconds: number,
): Promise<Undoable | undefined> {
  const [found] = await tx.query<Undoable>(sql`
    select id, by_id, kind, fingerprint, count, undone_at is not null as undone,
      ${tx.now()} > done_at + make_interval(secs => ${seconds}) as late
    from bulk_changes where id = ${id} and by_id = ${userId} for update`);
  return found;
}

export async function markUndone(tx: Transaction, userId: string, id: string): Promise<void> {
  await tx.query(sql`
    update bulk_changes set undone_at = ${tx.now()} where id = ${id} and by_id = ${userId}`);
}

const longestSeconds = 600;

/**
 * From here on the counters are not touched, and a statement may take long: whoever calls this calls
 * `countLeadsNow` last.
 */
export async function countLeadsLater(tx: Transaction): Promise<void> {
  await tx.queryOnce(sql`
    select set_config('portal.counting', 'later', true),
      set_config('statement_timeout', ${`${longestSeconds}s`}, true)`);
}

/** Adds up what has changed. Everybody who adds a lead needs the same rows: the commit comes next. */
export async function countLeadsNow(tx: Transaction): Promise<void> {
  await tx.queryLong(sql`select count_uncounted_leads()`);
}

import { claim } from '#server/db/claims.queries.ts';
import type { Db, Transaction } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type BulkKind = 'status' | 'moved' | 'deleted';
export type BulkRecord = {
  id: string;
  by_id: string;
  kind: BulkKind;
  fingerprint: Buffer;
  count: number;
  undone: boolean;
  putBack: number;
};
export type NewBulkRecord = Omit<BulkRecord, 'count' | 'undone' | 'putBack'>;

/** What was undone before it was kept how much of it was put back is taken to be put back as a whole. */
const recordColumns = sql`id, by_id, kind, fingerprint, count, undone_at is not null as undone,
  coalesce(put_back, count) as "putBack"`;

/** False where another process changes many leads for this user right now. */
export function claimBulkChanges(tx: Transaction, userId: string): Promise<boolean> {
  return claim(tx, `bulk of ${userId}`);
}

export async function findBulkChange(db: Db, id: string): Promise<BulkRecord | undefined> {
  const [found] = await db.query<BulkRecord>(sql`
    select ${recordColumns}
    from bulk_changes where id = ${id}`);
  return found;
}

/** False where a change with this id is there already. */
export async function insertBulkChange(
  tx: Transaction,
  { id, by_id, kind, fingerprint }: NewBulkRecord,
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

/** The user's own change, and whether the time to undo it is over. */
export async function findUndoable(
  db: Db,
  userId: string,
  id: string,
  seconds: number,
): Promise<(BulkRecord & { late: boolean }) | undefined> {
  const [found] = await db.query<BulkRecord & { late: boolean }>(sql`
    select ${recordColumns},
      ${db.now()} > done_at + make_interval(secs => ${seconds}) as late
    from bulk_changes where id = ${id} and by_id = ${userId}`);
  return found;
}

/** The user's own change; nobody else undoes it meanwhile. */
export async function lockBulkChange(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<BulkRecord | undefined> {
  const [found] = await tx.query<BulkRecord>(sql`
    select ${recordColumns}
    from bulk_changes where id = ${id} and by_id = ${userId} for update`);
  return found;
}

export async function markUndone(
  tx: Transaction,
  userId: string,
  id: string,
  putBack: number,
): Promise<void> {
  await tx.query(sql`
    update bulk_changes set undone_at = ${tx.now()}, put_back = ${putBack}
    where id = ${id} and by_id = ${userId}`);
}

/** The oldest change that is no longer kept: a call may be repeated for a day because its answer was lost. */
export async function findForgettable(db: Db): Promise<string | undefined> {
  const [oldest] = await db.query<{ id: string }>(sql`
    select id from bulk_changes where done_at < ${db.now()} - interval '1 day'
    order by done_at limit 1`);
  return oldest?.id;
}

/** The next of the leads of a change that nobody can undo any more; whose they are does not matter. */
export async function forgetUndo(
  db: Db,
  id: string,
  after: string | null,
  most: number,
): Promise<string | null> {
  const [blanked] = await db.query<{ last: string | null }>(sql`
    with next as (
      select id, subject_id from events
      where bulk_id = ${id} and subject_id > coalesce(${after}::uuid, ${firstUuid}::uuid)
      order by subject_id limit ${most}
    ), blanked as (
      update events set undo = null from next where events.id = next.id
    )
    select (select subject_id from next order by subject_id desc limit 1) as last`);
  return blanked?.last ?? null;
}
const firstUuid = '00000000-0000-0000-0000-000000000000';

export async function deleteBulkChange(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from bulk_changes where id = ${id}`);
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

import type { Db } from '#server/db/database.ts';
import { markWritten, whatScreensAreTold } from '#server/db/read-marks.queries.ts';
import { currentSnapshot } from '#server/db/snapshot.queries.ts';
import { sql } from '#server/db/sql.ts';

/** Where every portal listens. */
export const changesChannel = 'portal_changes';

/**
 * Tells all portals what is still to be told, each thing once, with the transactions that it is of, and
 * remembers it. Two that do so at once share it.
 */
export async function tellChanges(db: Db): Promise<void> {
  await db.query(sql`
    with due as (
      delete from changes_to_tell
      where ctid = any(array(select ctid from changes_to_tell for update skip locked))
      returning kind, concerned, xid::text::numeric as xid
    ), things as (
      select kind, concerned, min(xid) as first, max(xid) as last from due group by 1, 2
    ), mark as (
      ${markWritten(sql`select ${whatScreensAreTold} as of where exists (select 1 from due)`)}
    ), remembered as (
      insert into changes_told as known (kind, concerned, xid)
      select kind, concerned, pg_current_xact_id() from things where kind <> 'sessions'
      union all
      select 'everything', 'everyone', pg_current_xact_id()
      where not exists (select from changes_told where kind = 'everything')
      order by 1, 2
      on conflict (kind, concerned) do update set xid = excluded.xid where known.xid < excluded.xid
    )
    select pg_notify(${changesChannel}, kind || ' ' || concerned || ' ' || first || '-' || last)
    from things`);
}

export async function findMark(db: Db): Promise<string> {
  const [row] = await db.query<{ mark: string }>(sql`select ${currentSnapshot} as mark`);
  if (!row) throw new Error('A snapshot always begins somewhere');
  return row.mark;
}

export type Told = { kind: string; concerned: string; xid: string };

/** What was told by transactions from this one on, up to so many, after what is not known any more. */
export async function findTold(db: Db, from: bigint, most: number): Promise<Told[]> {
  return db.query<Told>(sql`
    select kind, concerned, xid::text as xid from changes_told where kind = 'everything'
    union all
    (select kind, concerned, xid::text from changes_told
      where xid >= ${from.toString()}::xid8 and kind <> 'everything' limit ${most})`);
}

/** The first transaction that nobody has begun yet. */
export async function findNextTransaction(db: Db): Promise<bigint> {
  const [row] = await db.query<{ next: string }>(sql`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`);
  return BigInt(row?.next ?? 0);
}

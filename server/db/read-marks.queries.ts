import type { Db } from './database.ts';
import { type Sql, sql } from './sql.ts';

/** The place in the log that whatever the screens are told of lies before. */
export const whatScreensAreTold = 'told';

const inBytes = (lsn: Sql): Sql => sql`pg_wal_lsn_diff(${lsn}, '0/0')::int8`;

/** To be run after what it is about has been committed, or as a part of what tells of it. */
export function markWritten(of: Sql): Sql {
  return sql`
    insert into read_marks as mark (of, lsn) select of, pg_current_wal_insert_lsn() from (${of}) marked
    on conflict (of) do update set lsn = greatest(mark.lsn, excluded.lsn), at = now()`;
}

export async function markWrittenBy(db: Db, person: string): Promise<void> {
  await db.query(markWritten(sql`select ${person}::text as of`));
}

/**
 * How far a copy must be for this person. Never past what there is: marks of a database that was
 * brought here from elsewhere mean nothing.
 */
export async function neededBy(db: Db, person: string): Promise<number> {
  const [row] = await db.query<{ needed: number }>(sql`
    select ${inBytes(sql`least(coalesce(max(lsn), '0/0'), pg_current_wal_insert_lsn())`)} as needed
    from read_marks where of in (${person}, ${whatScreensAreTold})`);
  return row?.needed ?? 0;
}

/** How far a copy is; null where it is none. */
export const replayed = sql`
  select case when pg_is_in_recovery() then ${inBytes(sql`pg_last_wal_replay_lsn()`)} end as replayed`;

export async function forgetOldMarks(db: Db): Promise<void> {
  await db.query(sql`delete from read_marks where at < now() - interval '1 day'`);
}

import type { RateLimit } from '#server/config.ts';
import type { Db } from '#server/db/database.ts';
import { joined, type Sql, sql } from '#server/db/sql.ts';

export type Hits = { hits: number; window_ends: string };

/**
 * Counts one hit for each key that `keys` selects. A fragment, so that the check of a session and
 * the count of its call are one round trip.
 */
export function countHits(keys: Sql, limit: RateLimit, now: Date): Sql {
  const windowEnds = new Date(now.getTime() + limit.seconds * 1000);
  return sql`
    insert into rate_hits as counted (key, hits, window_ends)
    select keys.key, 1, ${windowEnds}::timestamptz from (${keys}) keys
    on conflict (key) do update set
      hits = case when counted.window_ends <= ${now}::timestamptz then 1 else counted.hits + 1 end,
      window_ends = case when counted.window_ends <= ${now}::timestamptz
        then excluded.window_ends else counted.window_ends end
    returning hits, window_ends`;
}

export async function hit(db: Db, key: string, limit: RateLimit, now: Date): Promise<Hits> {
  const [counted] = await db.query<Hits>(countHits(sql`select ${key}::text as key`, limit, now));
  if (!counted) throw new Error('A hit was not counted');
  return counted;
}

/** Takes back one hit of each key. */
export async function refundHits(db: Db, keys: string[]): Promise<void> {
  // In key order, as all statements that touch several counters take them.
  const each = joined(
    [...keys].sort().map((key) => sql`${key}::text`),
    ', ',
  );
  await db.query(sql`
    update rate_hits set hits = hits - 1 from (
      select key from rate_hits where key in (${each}) order by key for update
    ) locked
    where rate_hits.key = locked.key and rate_hits.hits > 0`);
}

export async function deleteStaleHits(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from rate_hits where window_ends <= ${now}`);
}

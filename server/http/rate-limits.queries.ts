import type { RateLimit } from '#server/config.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

export type Hits = { hits: number; seconds_left: number };

/**
 * Counts one hit for each key that `keys` selects. A fragment, so that the check of a session and
 * the count of its call are one round trip.
 */
export function countHits(keys: Sql, limit: RateLimit, now: Sql): Sql {
  return sql`
    insert into rate_hits as counted (key, hits, window_ends)
    select keys.key, 1, ${now} + make_interval(secs => ${limit.seconds}) from (${keys}) keys
    on conflict (key) do update set
      hits = case when counted.window_ends <= ${now} then 1 else counted.hits + 1 end,
      window_ends = case when counted.window_ends <= ${now}
        then excluded.window_ends else counted.window_ends end
    returning hits, ${secondsUntil(sql`window_ends`, now)} as seconds_left`;
}

/** Whole seconds, at least one: what a caller is told to wait. */
export function secondsUntil(time: Sql, now: Sql): Sql {
  return sql`greatest(1, ceil(extract(epoch from ${time} - ${now})))::int`;
}

export async function hit(db: Db, key: string, limit: RateLimit): Promise<Hits> {
  const keys = sql`select ${key}::text as key`;
  const [counted] = await db.query<Hits>(countHits(keys, limit, db.now()));
  if (!counted) throw new Error('A hit was not counted');
  return counted;
}

export async function deleteStaleHits(db: Db): Promise<void> {
  await db.query(sql`delete from rate_hits where window_ends <= ${db.now()}`);
}

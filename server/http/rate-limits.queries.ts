import type { RateLimit } from '#server/config.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

export type Hits = { hits: number; seconds_left: number };

/**
 * Counts the hits of each key that `keys` selects (key, hits), in the order of the keys, so that two
 * statements never wait for each other in a circle. A fragment, so that the check of a session and the
 * count of its call are one round trip.
 */
export function countHits(keys: Sql, limit: RateLimit, now: Sql, where: Sql = sql``): Sql {
  return sql`
    insert into rate_hits as counted (key, hits, window_ends)
    select keys.key, keys.hits, ${now} + make_interval(secs => ${limit.seconds})
    from (${keys}) keys order by keys.key
    on conflict (key) do update set
      hits = ${hitsAfter(now)},
      window_ends = case when ${isOver(now)} then excluded.window_ends else counted.window_ends end
    ${where}
    returning key, hits, ${secondsUntil(sql`window_ends`, now)} as seconds_left`;
}

/**
 * One that ends so much later than a window that begins now was begun by a clock that was ahead; what
 * waits for another statement is behind it by less.
 */
const isOver = (now: Sql) => sql`(counted.window_ends <= ${now}
  or counted.window_ends > excluded.window_ends + interval '1 minute')`;

const hitsAfter = (now: Sql) =>
  sql`excluded.hits + case when ${isOver(now)} then 0 else counted.hits end`;

/** Whole seconds, at least one: what a caller is told to wait. */
export function secondsUntil(time: Sql, now: Sql): Sql {
  return sql`greatest(1, ceil(extract(epoch from ${time} - ${now})))::int`;
}

export async function hit(db: Db, key: string, limit: RateLimit): Promise<Hits> {
  const keys = sql`select ${key}::text as key, 1 as hits`;
  const [counted] = await db.query<Hits>(countHits(keys, limit, db.now()));
  if (!counted) throw new Error('A hit was not counted');
  return counted;
}

/** Counts all of `amount` where it fits into the limit, and else nothing of it. */
export async function hitIfFits(
  db: Db,
  key: string,
  amount: number,
  limit: RateLimit,
): Promise<{ fits: boolean; seconds_left: number }> {
  const now = db.now();
  const keys = sql`select ${key}::text as key, ${amount}::int as hits where ${amount}::int <= ${limit.max}::int`;
  const [answer] = await db.query<{ fits: boolean; seconds_left: number }>(sql`
    with taken as (
      ${countHits(keys, limit, now, sql`where ${hitsAfter(now)} <= ${limit.max}::int`)}
    )
    select true as fits, seconds_left from taken
    union all
    select false, ${secondsUntil(sql`window_ends`, now)} from rate_hits
    where key = ${key} and not exists (select from taken)`);
  return answer ?? { fits: false, seconds_left: limit.seconds };
}

export async function deleteStaleHits(db: Db): Promise<void> {
  await db.query(sql`delete from rate_hits where window_ends <= ${db.now()}`);
}

import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { secondsUntil } from '#server/http/rate-limits.queries.ts';

/** Failures under one key, and what whoever has failed `most` times in `seconds` waits for. */
export type FailureCounter = {
  key: string;
  most: number;
  seconds: number;
  waits: 'until the window ends' | 'longer and longer';
  /** Where many share one wait: under what whoever is refused gets a turn of their own. */
  turn?: string;
};

/** With each failure past the most the wait doubles, from a second up to this. */
const longestWaitSeconds = 5 * 60;

/** Counts one failure; where nobody may try under this key now, the seconds until they may. */
export async function countFailure(
  db: Db,
  counter: FailureCounter,
): Promise<{ mayTry: boolean; secondsLeft: number }> {
  const now = db.now();
  const fresh = sql`${now} + make_interval(secs => ${counter.seconds})`;
  const isOver = sql`kept.window_ends <= ${now}`;
  const failures = sql`case when ${isOver} then 1 else kept.failures + 1 end`;
  const windowEnds = sql`
    case when ${isOver} or ${renewsWindow(counter, failures)} then ${fresh}
    else kept.window_ends end`;
  const [outcome] = await db.query<{ may_try: boolean; seconds_left: number }>(sql`
    with counted as (
      insert into sign_in_failures as kept (key, failures, window_ends, wait_ends)
      values (${counter.key}, 1, ${fresh}, ${waitEnds(counter, sql`1`, fresh, now)})
      on conflict (key) do update set
        failures = ${failures},
        window_ends = ${windowEnds},
        wait_ends = ${waitEnds(counter, failures, windowEnds, now)}
      where kept.wait_ends is null or kept.wait_ends <= ${now}
      returning true as may_try, 0 as seconds_left
    )
    select * from counted
    union all
    select false, ${secondsUntil(sql`wait_ends`, now)} from sign_in_failures
    where key = ${counter.key} and not exists (select from counted)`);
  // Nothing at all is found where somebody else made the row at this very moment.
  return { mayTry: outcome?.may_try ?? false, secondsLeft: outcome?.seconds_left ?? 1 };
}

/** How long a turn may be taken after its wait. */
const turnSeconds = 15 * 60;

/**
 * Whoever is refused for the wait of an account may try once the longest wait is over, counted from
 * their first refusal: without that, whoever guesses at it would take every moment at which a wait
 * ends, and lock out its owner for as long as they like.
 */
export async function takeTurn(db: Db, key: string): Promise<boolean> {
  const now = db.now();
  const after = (seconds: number) => sql`${now} + make_interval(secs => ${seconds})`;
  const [turn] = await db.query<{ taken: boolean }>(sql`
    with taken as (
      delete from sign_in_failures
      where key = ${key} and wait_ends <= ${now} and window_ends > ${now}
      returning key
    ), given as (
      insert into sign_in_failures as kept (key, failures, wait_ends, window_ends)
      select ${key}, 0, ${after(longestWaitSeconds)}, ${after(longestWaitSeconds + turnSeconds)}
      where not exists (select from taken)
      on conflict (key) do update set
        wait_ends = excluded.wait_ends, window_ends = excluded.window_ends
      where kept.window_ends <= ${now}
    )
    select exists (select from taken) as taken`);
  return turn?.taken === true;
}

/** A wait that grows has to be remembered beyond the window in which it began to. */
function renewsWindow({ waits, most }: FailureCounter, failures: Sql): Sql {
  return waits === 'longer and longer' ? sql`${failures} >= ${most}::int` : sql`false`;
}

function waitEnds({ waits, most }: FailureCounter, failures: Sql, windowEnds: Sql, now: Sql): Sql {
  const beyond = sql`least(${failures} - ${most}::int, 30)`;
  const growing = sql`
    ${now} + make_interval(secs => least(2 ^ (${beyond}), ${longestWaitSeconds}::int))`;
  const end = waits === 'longer and longer' ? growing : windowEnds;
  return sql`case when ${failures} >= ${most}::int then ${end} end`;
}

/** Takes back one failure of each key: it was none, so nobody has to wait for it. */
export async function takeBackFailures(db: Db, keys: string[]): Promise<void> {
  await db.query(sql`
    update sign_in_failures set failures = failures - 1, wait_ends = null
    from (
      -- In key order, as all statements that touch several counters take them.
      select key from sign_in_failures where key = any(${keys}) order by key for update
    ) locked
    where sign_in_failures.key = locked.key and failures > 0`);
}

export async function deleteFailures(db: Db, account: string): Promise<void> {
  await db.query(sql`
    delete from sign_in_failures using (
      -- In key order too: a sign-in that succeeds in the same moment takes its counters back.
      select key from sign_in_failures
      where key = ${`account:${account}`} or key like ${`pair:%:${account}`}
      order by key for update
    ) locked
    where sign_in_failures.key = locked.key`);
}

export async function deleteStaleFailures(db: Db): Promise<void> {
  await db.query(sql`delete from sign_in_failures where window_ends <= ${db.now()}`);
}

/** Addresses are remembered for longer than sessions, and so only as hashes with a secret. */
const addressHash = (userId: Sql, address: string) => sql`
  sha256((select value from secrets where name = 'known addresses')
    || convert_to(${userId}::text || ' ' || ${address}::text, 'UTF8'))`;

/** Whether this account has signed in from there before. */
export async function isKnownAddress(db: Db, emailKey: string, address: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from users join known_addresses on user_id = users.id
    where email_key = ${emailKey} and deleted_at is null
      and hash = ${addressHash(sql`users.id`, address)} and expires_at > ${db.now()}`);
  return rows.length === 1;
}

export async function rememberAddress(
  db: Db,
  userId: string,
  address: string,
  { days, most }: { days: number; most: number },
): Promise<void> {
  const now = db.now();
  await db.query(sql`
    insert into known_addresses (user_id, hash, used_at, expires_at)
    values (${userId}::uuid, ${addressHash(sql`${userId}::uuid`, address)}, ${now},
      ${now} + make_interval(days => ${days}))
    on conflict (user_id, hash) do update set
      used_at = excluded.used_at, expires_at = excluded.expires_at`);
  await db.query(sql`
    delete from known_addresses where user_id = ${userId} and hash in (
      select hash from known_addresses where user_id = ${userId}
      order by used_at desc, hash offset ${most})`);
}

export async function deleteKnownAddresses(db: Db, userId: string): Promise<void> {
  await db.query(sql`delete from known_addresses where user_id = ${userId}`);
}

export async function deleteExpiredAddresses(db: Db): Promise<void> {
  await db.query(sql`delete from known_addresses where expires_at <= ${db.now()}`);
}

import type { User } from '#contract/accounts.ts';
import type { RateLimit } from '#server/config.ts';
import type { Db } from '#server/db/database.ts';
import { currentSnapshot } from '#server/db/snapshot.queries.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { countHits, type Hits } from '#server/http/rate-limits.queries.ts';
import { askedTokens } from '#server/http/token-checks.queries.ts';
import type { AskedToken, FoundToken } from '#server/http/token-checks.ts';

const userColumns = sql`users.id, users.name, users.email, users.role, users.company`;

/** When, from where and with what a session is used. */
export type Use = { now: Date; address: string | null; userAgent: string | null };

export type NewSession = Use & {
  id: string;
  userId: string;
  /** The hash that was checked: a password changed since then must not be let in. */
  passwordHash: string;
  refreshHash: Buffer;
  accessHash: Buffer;
  expiresAt: Date;
  accessExpiresAt: Date;
};

/**
 * Where the user has more than `most` with it, those that were used longest ago make room. False where
 * the password was changed, or the account deleted, while it was being checked.
 */
export async function insertSession(db: Db, session: NewSession, most: number): Promise<boolean> {
  const rows = await db.query(sql`
    with account as (
      select id from users
      where id = ${session.userId} and password_hash = ${session.passwordHash}
        and deleted_at is null
      for share
    ), new_session as (
      insert into sessions
        (id, user_id, refresh_hash, created_at, last_used_at, expires_at, address, user_agent,
          password_entered_at)
      select ${session.id}::uuid, id, ${session.refreshHash}::bytea, ${session.now}::timestamptz,
        ${session.now}::timestamptz, ${session.expiresAt}::timestamptz, ${session.address},
        ${session.userAgent}, ${db.now()}
      from account
      returning id
    ), surplus as (
      -- The new one is not among those that are seen here.
      delete from sessions where id in (
        select id from sessions where user_id = (select id from account)
        order by last_used_at desc, id desc offset ${most - 1} for update skip locked)
    )
    insert into access_tokens (hash, session_id, expires_at)
    select ${session.accessHash}::bytea, id, ${session.accessExpiresAt}::timestamptz from new_session
    returning session_id`);
  return rows.length === 1;
}

// A browser needs days for this many refreshes; a token that is older has long expired.
const maxTokensPerSession = 500;

/** Nothing where no session that is still alive has this refresh token. Counted as a call. */
export async function insertAccessToken(
  db: Db,
  token: { refreshHash: Buffer; accessHash: Buffer; now: Date; expiresAt: Date },
  limit: RateLimit,
): Promise<(Hits & { user_id: string }) | undefined> {
  const [counted] = await db.query<Hits & { user_id: string }>(sql`
    with alive as (
      select sessions.id, sessions.user_id
      from sessions join users on users.id = sessions.user_id
      where sessions.refresh_hash = ${token.refreshHash} and sessions.expires_at > ${token.now}
        and users.deleted_at is null
      -- Waits for a session that is being ended: a token must not refer to one that is gone.
      for key share of sessions
    ), counted as (
      ${countHits(callsOf(limit, sql`select user_id as id from alive`), limit, db.now())}
    ), new_token as (
      insert into access_tokens (hash, session_id, expires_at)
      select ${token.accessHash}::bytea, alive.id, ${token.expiresAt}::timestamptz
      from alive, counted where counted.hits <= ${limit.max}
    ), surplus as (
      delete from access_tokens where hash in (
        select hash from access_tokens join alive on alive.id = access_tokens.session_id
        order by access_tokens.expires_at desc offset ${maxTokensPerSession}
      )
    )
    select hits, seconds_left, user_id from counted, alive`);
  return counted;
}

/** The counter of a user's calls. */
function callsOf(limit: RateLimit, users: Sql): Sql {
  return sql`select ${`${limit.name}:`} || id::text as key, 1 as hits from (${users}) callers`;
}

type SessionOfUser = User & {
  session_id: string;
  last_used_at: string;
  /** What had been changed by then. */
  mark: string;
};
export type FoundSession = SessionOfUser & Hits;

/**
 * The sessions behind access tokens that are still valid, with their calls counted: one round trip for
 * all that come at the same time. The moment is asked for in the statement: with a few dozen sessions
 * PostgreSQL takes a plan for a given one to be cheaper, and plans with every call.
 */
export async function findSessions(
  db: Db,
  asked: AskedToken[],
  limit: RateLimit,
  now: Date,
): Promise<(SessionOfUser & FoundToken)[]> {
  const moment = sql`(select ${now}::timestamptz)`;
  return db.query<SessionOfUser & FoundToken>(sql`
    with caller as materialized (
      select found.*, asked.position, asked.calls, ${`${limit.name}:`} || found.id::text as counter
      from ${askedTokens(asked)} cross join lateral (
        select ${userColumns}, sessions.id as session_id, sessions.last_used_at
        from access_tokens
          join sessions on sessions.id = access_tokens.session_id
          join users on users.id = sessions.user_id
        where access_tokens.hash = asked.hash and access_tokens.expires_at > ${moment}
          and sessions.expires_at > ${moment} and users.deleted_at is null
        limit 1
      ) found
    ), counted as (
      ${countHits(
        sql`select counter as key, sum(calls)::int as hits from caller group by counter`,
        limit,
        db.now(),
      )}
    )
    select caller.*, counted.hits, counted.seconds_left, ${currentSnapshot} as mark
    from caller join counted on counted.key = caller.counter`);
}

/** Those of these access tokens that are still valid, in hexadecimal. */
export async function findAliveTokens(db: Db, accessHashes: Buffer[], now: Date) {
  return db.query<{ hash: string }>(sql`
    select encode(hash, 'hex') as hash
    from access_tokens
      join sessions on sessions.id = access_tokens.session_id
      join users on users.id = sessions.user_id
    where hash = any(${accessHashes}) and access_tokens.expires_at > ${now}
      and sessions.expires_at > ${now} and users.deleted_at is null`);
}

/** The session that this refresh token could still renew, counted as any call. */
export function findSessionToRenew(
  db: Db,
  refreshHash: Buffer,
  limit: RateLimit,
  now: Date,
): Promise<FoundSession | undefined> {
  return findAlive(db, sql`sessions.refresh_hash = ${refreshHash}`, limit, now);
}

async function findAlive(
  db: Db,
  isWanted: Sql,
  limit: RateLimit,
  now: Date,
): Promise<FoundSession | undefined> {
  const [found] = await db.query<FoundSession>(sql`
    with caller as (
      select ${userColumns}, sessions.id as session_id, sessions.last_used_at
      from sessions join users on users.id = sessions.user_id
      where ${isWanted} and sessions.expires_at > ${now} and users.deleted_at is null
    ), counted as (
      ${countHits(callsOf(limit, sql`select id from caller`), limit, db.now())}
    )
    select caller.*, counted.hits, counted.seconds_left, ${currentSnapshot} as mark
    from caller, counted`);
  return found;
}

/** Of many calls at the same moment one writes. */
export async function recordUse(
  db: Db,
  sessionId: string,
  use: Use,
  dueBefore: Date,
): Promise<void> {
  await db.query(sql`
    update sessions
    set last_used_at = ${use.now}, address = ${use.address}, user_agent = ${use.userAgent}
    where id = ${sessionId} and last_used_at <= ${dueBefore}`);
}

/** By the clock of the database, which all processes share. */
export async function recordPasswordEntry(db: Db, sessionId: string): Promise<void> {
  await db.query(sql`
    update sessions set password_entered_at = ${db.now()} where id = ${sessionId}`);
}

export async function hasEnteredPassword(
  db: Db,
  sessionId: string,
  minutes: number,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from sessions
    where id = ${sessionId}
      and password_entered_at >= ${db.now()} - make_interval(mins => ${minutes})`);
  return rows.length === 1;
}

export type SessionRow = {
  id: string;
  user_agent: string | null;
  address: string | null;
  created_at: string;
  last_used_at: string;
};

export async function findSessionsOf(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db.query<SessionRow>(sql`
    select id, user_agent, address, created_at, last_used_at
    from sessions where user_id = ${userId} and expires_at > ${now}
    order by last_used_at desc, id desc`);
}

/** False where the user has no such session. */
export async function deleteSessionOf(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from sessions where id = ${id} and user_id = ${userId} returning id`);
  return rows.length === 1;
}

export async function deleteOtherSessionsOf(db: Db, userId: string, kept: string): Promise<void> {
  await db.query(sql`delete from sessions where user_id = ${userId} and id <> ${kept}`);
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.query(sql`delete from sessions where id = ${sessionId}`);
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.query(sql`delete from sessions where user_id = ${userId}`);
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from sessions where expires_at <= ${now}`);
}

import type { ApiToken } from '#contract/tokens.ts';
import type { RateLimit } from '#server/config.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { countHits } from '#server/http/rate-limits.queries.ts';
import { askedTokens } from '#server/http/token-checks.queries.ts';
import type { AskedToken, FoundToken } from '#server/http/token-checks.ts';

const tokenColumns = sql`
  id, name, description, created_at, token_display, revoked_at is not null as revoked`;

/** API tokens belong to one user; administrators ask for a partner's by the partner's id. */
export async function findTokens(db: Db, userId: string, limit: number): Promise<ApiToken[]> {
  return db.query<ApiToken>(sql`
    select ${tokenColumns} from api_tokens where user_id = ${userId}
    order by created_at desc, id desc limit ${limit}`);
}

export type NewToken = {
  id: string;
  userId: string;
  name: string;
  description: string | null;
  hash: Buffer;
  display: string;
  now: Date;
};

/** Makes whoever else adds a token for this user wait for the end of the transaction. */
export async function lockTokensOf(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`select 1 from users where id = ${userId} for no key update`);
}

/** False where the user already has as many as allowed. */
export async function insertToken(db: Db, token: NewToken, most: number): Promise<boolean> {
  const rows = await db.query(sql`
    insert into api_tokens (id, user_id, name, description, hash, token_display, created_at)
    select ${token.id}::uuid, ${token.userId}::uuid, ${token.name}, ${token.description},
      ${token.hash}::bytea, ${token.display}, ${token.now}::timestamptz
    where (select count(*) from api_tokens where user_id = ${token.userId}) < ${most}
    returning id`);
  return rows.length === 1;
}

export type Revocation = { token: ApiToken; alreadyRevoked: boolean };

/** Nothing where the user has no such token. */
export async function revokeToken(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<Revocation | undefined> {
  const [row] = await db.query<ApiToken & { already_revoked: boolean }>(sql`
    with asked as (
      select id, revoked_at is not null as already_revoked from api_tokens
      where id = ${id} and user_id = ${userId}
      for update
    ), changed as (
      update api_tokens set revoked_at = ${now}
      from asked where api_tokens.id = asked.id and not asked.already_revoked
    )
    select id, name, description, created_at, token_display, true as revoked, already_revoked
    from api_tokens join asked using (id)`);
  if (!row) return undefined;
  const { already_revoked: alreadyRevoked, ...token } = row;
  return { token, alreadyRevoked };
}

/** Those that are revoked already keep the time at which they were. */
export async function revokeTokensOfUser(db: Db, userId: string, now: Date): Promise<void> {
  await db.query(sql`
    update api_tokens set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`);
}

export async function deleteToken(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from api_tokens where id = ${id} and user_id = ${userId} returning id`);
  return rows.length === 1;
}

export async function deleteTokensOfUser(db: Db, userId: string): Promise<void> {
  await db.query(sql`delete from api_tokens where user_id = ${userId}`);
}

type ApiTokenOfPartner = {
  partner_id: string;
  token_id: string;
  token_name: string;
  scopes: string[];
  revoked: boolean;
};

/** The holders of tokens, with their calls counted: one round trip for all that come at the same time. */
export async function findTokensByHash(
  db: Db,
  asked: AskedToken[],
  limit: RateLimit,
): Promise<(ApiTokenOfPartner & FoundToken)[]> {
  return db.query<ApiTokenOfPartner & FoundToken>(sql`
    with token as materialized (
      select found.*, asked.position, asked.calls,
        ${`${limit.name}:`} || found.token_id::text as counter
      from ${askedTokens(asked)} cross join lateral (
        select user_id as partner_id, api_tokens.id as token_id, api_tokens.name as token_name,
          scopes, revoked_at is not null as revoked
        from api_tokens join users on users.id = api_tokens.user_id
        where hash = asked.hash and users.deleted_at is null
        limit 1
      ) found
    ), counted as (
      ${countHits(sql`select counter as key, calls as hits from token`, limit, db.now())}
    )
    select token.*, counted.hits, counted.seconds_left
    from token join counted on counted.key = token.counter`);
}

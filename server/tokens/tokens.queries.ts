import type { ApiToken } from '#contract/tokens.ts';
import type { RateLimit } from '#server/config.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { countHits, type Hits } from '#server/http/rate-limits.queries.ts';

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

export type FoundToken = {
  partner_id: string;
  token_id: string;
  token_name: string;
  scopes: string[];
  revoked: boolean;
} & Hits;

/** The holder of a token, with the call counted: one round trip. */
export async function findTokenByHash(
  db: Db,
  hash: Buffer,
  limit: RateLimit,
): Promise<FoundToken | undefined> {
  const [found] = await db.query<FoundToken>(sql`
    with token as (
      select api_tokens.id, user_id as partner_id, api_tokens.name as token_name, scopes,
        revoked_at is not null as revoked
      from api_tokens join users on users.id = api_tokens.user_id
      where hash = ${hash} and users.deleted_at is null
    ), counted as (
      ${countHits(sql`select ${`${limit.name}:`} || id::text as key from token`, limit, db.now())}
    )
    select partner_id, token.id as token_id, token_name, scopes, revoked, hits, seconds_left
    from token, counted`);
  return found;
}

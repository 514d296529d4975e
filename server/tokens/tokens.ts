import { maxTokensPerUser } from '#contract/limits.ts';
import { type ApiToken, type CreatedToken, tokenText } from '#contract/tokens.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { ApiCaller } from '#server/http/callers.ts';
import type { Counted } from '#server/http/rate-limits.ts';
import { createTokenChecks } from '#server/http/token-checks.ts';
import { tokenHash } from '#server/lib/random-token.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { isTokenText, maskedToken, newTokenText } from './token-text.ts';
import {
  deleteToken as deleteTokenRow,
  deleteTokensOfUser,
  findTokens,
  findTokensByHash,
  insertToken,
  lockTokensOf,
  revokeToken as revokeTokenRow,
  revokeTokensOfUser,
} from './tokens.queries.ts';

export async function listTokens(db: Db, userId: string): Promise<ApiToken[]> {
  return findTokens(db, userId, maxTokensPerUser);
}

/** The only answer that ever carries the token itself. */
export async function createToken(
  db: Database,
  userId: string,
  input: { name: string; description: string | null },
  now: Date,
): Promise<CreatedToken> {
  const token = newTokenText();
  const id = uuidv7();
  const stored = { hash: tokenHash(token), display: maskedToken(token) };
  const inserted = await db.transaction(async (tx) => {
    await lockTokensOf(tx, userId);
    return insertToken(tx, { id, userId, ...input, ...stored, now }, maxTokensPerUser);
  });
  if (!inserted) throw new AppError('conflict', tokenText.tooMany);
  return { token, token_id: id };
}

export async function revokeToken(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<ApiToken> {
  const revocation = await revokeTokenRow(db, userId, id, now);
  if (!revocation) throw new AppError('not_found', tokenText.notFound);
  if (revocation.alreadyRevoked) throw new AppError('conflict', tokenText.alreadyRevoked);
  return revocation.token;
}

export async function deleteToken(db: Db, userId: string, id: string): Promise<void> {
  const deleted = await deleteTokenRow(db, userId, id);
  if (!deleted) throw new AppError('not_found', tokenText.notFound);
}

export async function revokeTokensOf(tx: Db, userId: string, now: Date): Promise<void> {
  await revokeTokensOfUser(tx, userId, now);
}

export async function deleteTokensOf(tx: Db, userId: string): Promise<void> {
  await deleteTokensOfUser(tx, userId);
}

/** Tells who pushes with an API token; throws the 401 that fits (spec §8). */
export function createApiTokenCheck({ db, config }: AppContext) {
  const limit = config.rateLimits.external_api;
  const findToken = createTokenChecks((asked) => findTokensByHash(db, asked, limit));
  return async (token: string): Promise<{ caller: ApiCaller; counted: Counted }> => {
    if (!token) throw new AppError('unauthorized', tokenText.missing);
    if (!isTokenText(token)) throw new AppError('unauthorized', tokenText.invalid);
    const found = await findToken({ hash: tokenHash(token), limit });
    if (!found) throw new AppError('unauthorized', tokenText.invalid);
    const { partner_id, token_id, token_name, scopes, revoked, hits, seconds_left } = found;
    if (revoked) throw new AppError('unauthorized', tokenText.revoked);
    const caller = { partner_id, token_id, token_name, scopes };
    return { caller, counted: { hits, seconds_left, limit } };
  };
}

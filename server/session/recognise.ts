import { errorText } from '#contract/protocol.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { RateLimit } from '#server/config.ts';
import { plainAddress } from '#server/http/addresses.ts';
import type { SessionCaller, Visitor } from '#server/http/callers.ts';
import type { Counted } from '#server/http/rate-limits.ts';
import { createTokenChecks } from '#server/http/token-checks.ts';
import { hasTokenForm, tokenHash } from '#server/lib/random-token.ts';
import {
  type FoundSession,
  findSessions,
  findSessionToRenew,
  recordUse,
  type Use,
} from './session.queries.ts';

const traceEveryMilliseconds = 60 * 1000;

/** What is kept of where a session is used; a header may be of any length. */
export function traceOf({ ip, userAgent }: Visitor, now: Date): Use {
  return { now, address: plainAddress(ip) ?? null, userAgent: userAgent?.slice(0, 300) ?? null };
}

/**
 * Tells who holds an access token. One that has expired and one whose session ended elsewhere get the
 * same answer: the browser then tries a refresh, which tells the two apart (spec §8).
 */
export function createSessionCheck({ db, clock }: AppContext) {
  const findSession = createTokenChecks((asked, limit) => findSessions(db, asked, limit, clock()));

  return async (
    { token, refreshToken }: { token: string; refreshToken: string | undefined },
    limit: RateLimit,
    visitor: Visitor,
  ): Promise<{ caller: SessionCaller; counted: Counted }> => {
    if (!hasTokenForm(token)) throw new AppError('unauthorized', errorText.notSignedIn);
    const found =
      (await findSession({ hash: tokenHash(token), limit })) ??
      (refreshToken && (await findSessionToRenew(db, tokenHash(refreshToken), limit, clock())));
    if (!found) throw new AppError('unauthorized', errorText.tokenExpired);
    await recordUseWhenDue(db, found, visitor, clock());
    const { id, name, email, role, company, session_id, mark, hits, seconds_left } = found;
    const caller = { id, name, email, role, company, session_id, mark };
    return { caller, counted: { hits, seconds_left, limit } };
  };
}

/** Not with every call: what a person wants to know of a session is not worth a write for each. */
async function recordUseWhenDue(
  db: AppContext['db'],
  { session_id, last_used_at }: FoundSession,
  visitor: Visitor,
  now: Date,
): Promise<void> {
  const dueBefore = new Date(now.getTime() - traceEveryMilliseconds);
  if (Date.parse(last_used_at) > dueBefore.getTime()) return;
  await recordUse(db, session_id, traceOf(visitor, now), dueBefore);
}

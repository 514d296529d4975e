import type { FastifyReply } from 'fastify';
import { errorText } from '#contract/protocol.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { RateLimit } from '#server/config.ts';
import type { Db } from '#server/db/database.ts';
import { addressKey } from './addresses.ts';
import { type Hits, hit, hitIfFits } from './rate-limits.queries.ts';

export type Counted = Hits & { limit: RateLimit };

function limitHeaders({ limit, hits, seconds_left }: Counted): Record<string, string | number> {
  return {
    'ratelimit-policy': `${limit.max};w=${limit.seconds}`,
    'ratelimit-limit': limit.max,
    'ratelimit-remaining': Math.max(0, limit.max - hits),
    'ratelimit-reset': seconds_left,
  };
}

/** Writes how much of the limit is left into the answer, and refuses what is past the limit. */
export function enforce(counted: Counted, reply: FastifyReply): void {
  reply.headers(limitHeaders(counted));
  if (counted.hits <= counted.limit.max) return;
  const headers = { 'retry-after': counted.seconds_left };
  throw new AppError('too_many', errorText.rateLimit, { headers });
}

/** Counts a call that anyone may make against the address it comes from, where it is limited. */
export async function countVisit(
  { db }: Pick<AppContext, 'db'>,
  ip: string,
  limit: RateLimit | undefined,
): Promise<Counted | undefined> {
  return limit && { ...(await hit(db, `visitor:${addressKey(ip)}`, limit)), limit };
}

/** Counts what a caller is about to add. If the amount exceeds the limit, nothing is counted and the call is refused. */
export async function countAdded(
  db: Db,
  userId: string,
  amount: number,
  limit: RateLimit,
  refusal: (limit: RateLimit, secondsLeft: number) => string,
): Promise<void> {
  const { fits, seconds_left } = await hitIfFits(db, `${limit.name}:${userId}`, amount, limit);
  if (fits) return;
  const headers = { 'retry-after': seconds_left };
  throw new AppError('too_many', refusal(limit, seconds_left), { headers });
}

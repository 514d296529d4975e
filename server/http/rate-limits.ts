import type { FastifyReply } from 'fastify';
import { errorText } from '#contract/protocol.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { RateLimit } from '#server/config.ts';
import { type Hits, hit } from './rate-limits.queries.ts';

export type Counted = Hits & { limit: RateLimit };

export function secondsLeft(counted: Counted, now: Date): number {
  return Math.max(1, Math.ceil((Date.parse(counted.window_ends) - now.getTime()) / 1000));
}

function limitHeaders(
  { limit, hits, ...counted }: Counted,
  now: Date,
): Record<string, string | number> {
  return {
    'ratelimit-policy': `${limit.max};w=${limit.seconds}`,
    'ratelimit-limit': limit.max,
    'ratelimit-remaining': Math.max(0, limit.max - hits),
    'ratelimit-reset': secondsLeft({ limit, hits, ...counted }, now),
  };
}

/** Refuses what is past the limit, and says when to come back. */
export function refuseExcess(counted: Counted, now: Date, message: string): void {
  if (counted.hits <= counted.limit.max) return;
  throw new AppError('too_many', message, {
    headers: { ...limitHeaders(counted, now), 'retry-after': secondsLeft(counted, now) },
  });
}

/** Writes how much of the limit is left into the answer, and refuses what is past the limit. */
export function enforce(counted: Counted, now: Date, reply: FastifyReply): void {
  reply.headers(limitHeaders(counted, now));
  refuseExcess(counted, now, errorText.rateLimit);
}

/** Counts a call that anyone may make against the address it comes from, where it is limited. */
export async function countVisit(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  ip: string,
  limit: RateLimit | undefined,
): Promise<Counted | undefined> {
  return limit && { ...(await hit(db, `visitor:${addressKey(ip)}`, limit, clock())), limit };
}

/**
 * The part of an address that one person cannot change at will: all of an IPv4 address, the
 * network half of an IPv6 address.
 */
export function addressKey(ip: string): string {
  const v4 = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!v4.includes(':')) return v4;
  const [head = '', tail = ''] = v4.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = v4.includes('::')
    ? Array(Math.max(0, 8 - front.length - back.length)).fill('0')
    : [];
  const network = [...front, ...zeros, ...back].slice(0, 4);
  // A proxy may write the same address with other letters and more zeros.
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

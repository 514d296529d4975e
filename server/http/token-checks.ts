import type { RateLimit } from '#server/config.ts';
import { createBatches } from '#server/lib/batches.ts';
import type { Hits } from './rate-limits.queries.ts';

/** A token, by its hash, and how many calls have come with it at the same time. */
export type AskedToken = { hash: Buffer; calls: number };
/** Whom a token belongs to; its position, from 1, is that among those asked for. */
export type FoundToken = Hits & { position: number; calls: number; counter: string };

/** Enough for the calls of one moment; a statement for more would keep the first of them waiting. */
const mostTogether = 100;
/** So that a connection that hangs does not hold up everybody. */
const statementsAtOnce = 2;
/** One statement for ten calls costs little more than one for five. */
const patienceMilliseconds = 25;

/**
 * Looks up whom tokens belong to and counts their calls. Calls that come at the same time are looked up
 * by one statement, which begins after the last of them has come: whatever has ended a session before
 * any of them was made is seen. Each is told its own place in the count.
 */
export function createTokenChecks<Found extends FoundToken>(
  find: (asked: AskedToken[], limit: RateLimit) => Promise<Found[]>,
) {
  return createBatches<{ hash: Buffer; limit: RateLimit }, Found | undefined>({
    keyOf: ({ limit }) => limit.name,
    atWorkOfOneKey: statementsAtOnce,
    patienceMilliseconds,
    most: mostTogether,
    work: async (checks) => {
      const [first] = checks;
      if (!first) return [];
      const { asked, positions } = withoutRepeats(checks.map(({ hash }) => hash));
      return inOrder(positions, await find(asked, first.limit));
    },
  });
}

/** Each token once, and for each call the position of its token. */
function withoutRepeats(hashes: Buffer[]): { asked: AskedToken[]; positions: number[] } {
  const asked = new Map<string, AskedToken & { position: number }>();
  const positions = hashes.map((hash) => {
    const key = hash.toString('latin1');
    const token = asked.get(key) ?? { hash, calls: 0, position: asked.size + 1 };
    token.calls++;
    asked.set(key, token);
    return token.position;
  });
  return { asked: [...asked.values()], positions };
}

/** Several tokens may count together: the calls of a counter have the last places in its count. */
function inOrder<Found extends FoundToken>(
  positions: number[],
  found: Found[],
): (Found | undefined)[] {
  const byPosition = new Map(found.map((token) => [token.position, token]));
  const before = new Map(found.map(({ counter, hits }) => [counter, hits]));
  for (const { counter, calls } of found) {
    before.set(counter, (before.get(counter) ?? 0) - calls);
  }
  return positions.map((position) => {
    const token = byPosition.get(position);
    if (!token) return undefined;
    const hits = (before.get(token.counter) ?? 0) + 1;
    before.set(token.counter, hits);
    return { ...token, hits };
  });
}

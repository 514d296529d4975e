import type { Db } from '#server/db/database.ts';
import { countOfKeys } from './lead-days.queries.ts';

/** Days are counted one by one: within so long, nothing becomes rare or common. */
const keptMilliseconds = 60_000;
/** Of every letter and pair that may be searched for some are asked for often; what is kept has a bound. */
const mostKept = 5_000;

type Kept = { since: number; counts: Map<string, number> };
const keptOf = new WeakMap<Db, Kept>();

function keptCounts(db: Db, now: number): Map<string, number> {
  const kept = keptOf.get(db);
  if (kept && now - kept.since < keptMilliseconds && kept.counts.size < mostKept)
    return kept.counts;
  const counts = new Map<string, number>();
  keptOf.set(db, { since: now, counts });
  return counts;
}

/**
 * How common the letters of a search are, as counted within the last minute: counting them takes longer
 * than most searches. They decide by what a search asks the index, and nothing of what it finds.
 */
export async function letterCounts(
  db: Db,
  keys: string[],
  now = performance.now(),
): Promise<ReadonlyMap<string, number>> {
  const counts = keptCounts(db, now);
  const unknown = keys.filter((key) => !counts.has(key));
  if (unknown.length > 0) {
    const counted = await countOfKeys(db, unknown);
    for (const key of unknown) counts.set(key, counted.get(key) ?? 0);
  }
  return counts;
}

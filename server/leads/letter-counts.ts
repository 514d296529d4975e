import type { Db } from '#server/db/database.ts';
import { everyLead } from './day-keys.ts';
import { countOfKeys } from './lead-days.queries.ts';

/** Once days are counted, one more of them changes little: within so long, nothing becomes rare or common. */
const keptMilliseconds = 60_000;
/** More pairs of letters than people search for within a minute; of more than these, all are forgotten. */
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
    // Nothing is counted yet, and soon everything may be.
    if (counts.get(everyLead) === 0) keptOf.delete(db);
  }
  return counts;
}

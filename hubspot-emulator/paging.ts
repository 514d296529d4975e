import type { FaultSettings } from './faults.ts';
import { type Random, shuffled } from './random.ts';

type Page<T> = { results: T[]; after: string | undefined };

export function cutPage<T>(found: readonly T[], offset: number, limit: number): Page<T> {
  const end = offset + limit;
  return { results: found.slice(offset, end), after: end < found.length ? String(end) : undefined };
}

/** A page of a search while others write: records come twice, out of order, or not this time. */
export function disturbPage<T>(
  found: readonly T[],
  offset: number,
  limit: number,
  faults: FaultSettings,
  random: Random,
): Page<T> {
  const repeats = random() < faults.repeatPageShare;
  const start = repeats ? Math.max(0, offset - Math.ceil(limit / 4)) : offset;
  // Where a page repeats all there is, the next one must still get further.
  const { results, after } = cutPage(found, start, limit);
  const goesOn = after !== undefined && Number(after) <= offset ? String(offset + 1) : after;
  const hole = random() < faults.holeShare ? Math.floor(random() * results.length) : -1;
  const seen = results.filter((_, index) => index !== hole);
  const ordered = random() < faults.reorderPageShare ? shuffled(seen, random) : seen;
  return { results: ordered, after: goesOn };
}

export function pagingOf(after: string | undefined) {
  return after === undefined ? {} : { paging: { next: { after } } };
}

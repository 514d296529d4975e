import { shareTurns } from './shared-turns.ts';
import { createLines, type Line, waitToStart } from './waiting-lines.ts';

type Bounds = {
  /** How many tasks may be at work at once. */
  atWork: number;
  atWorkOfOneKey: number;
  /** How many may wait; whoever comes after them gets `refusal`. */
  waiting: number;
  waitingOfOneKey: number;
  /** How many milliseconds anyone waits; then they get `refusal` too. */
  patience: number;
  /** What these tasks share with others: whoever waits for it takes none of the turns here meanwhile. */
  places: Places;
  refusal: () => Error;
};

const many = Number.POSITIVE_INFINITY;
const unbounded: Omit<Bounds, 'places' | 'refusal'> = {
  atWork: many,
  atWorkOfOneKey: many,
  waiting: many,
  waitingOfOneKey: many,
  patience: many,
};

/** Places that tasks of several kinds take at once with a turn of their kind, or not at all. */
export function createPlaces(bounds: Pick<Bounds, 'atWork' | 'atWorkOfOneKey'>) {
  const takenBy = new Map<string, number>();
  /** Each lets one who waits begin, where that is possible; the one that just did comes last. */
  const sharers = new Set<() => boolean>();
  let taken = 0;
  const count = (key: string, change: 1 | -1) => {
    taken += change;
    const now = (takenBy.get(key) ?? 0) + change;
    if (now > 0) takenBy.set(key, now);
    else takenBy.delete(key);
  };
  const isFree = (key: string) =>
    taken < bounds.atWork && (takenBy.get(key) ?? 0) < bounds.atWorkOfOneKey;

  function startNext(): boolean {
    for (const start of sharers) {
      if (!start()) continue;
      sharers.delete(start);
      sharers.add(start);
      return true;
    }
    return false;
  }

  return {
    isFree,
    join: (start: () => boolean) => void sharers.add(start),
    take: (key: string) => count(key, 1),
    leave(key: string) {
      count(key, -1);
      // A turn of a kind and a place of an account are free as well: more than one may have waited.
      while (startNext());
    },
  };
}
type Places = ReturnType<typeof createPlaces>;

/**
 * Lets a bounded number of tasks run at once. The others wait until they run or give up, the keys
 * taking turns: whoever comes alone goes before the second of a key that sends many.
 */
export function createTurns({
  shared,
  ...given
}: Partial<Bounds> &
  Pick<Bounds, 'refusal'> & {
    /** A name of their own for turns that hold for all processes of one portal together. */
    shared?: string;
  }) {
  const bounds = { ...unbounded, ...given };
  const { places } = bounds;
  places?.join(startNext);
  const lines = createLines();
  let atWork = 0;

  const mayStart = (key: string, line: Line) =>
    atWork < bounds.atWork && line.atWork < bounds.atWorkOfOneKey && (places?.isFree(key) ?? true);

  function begin(key: string, line: Line): void {
    atWork++;
    places?.take(key);
    lines.begin(key, line);
  }

  function end(key: string, line: Line): void {
    atWork--;
    lines.end(key, line);
    if (places) places.leave(key);
    else startNext();
  }

  /** False where nobody waits who may begin. */
  function startNext(): boolean {
    for (const [key, line] of lines.inOrder()) {
      if (line.waiting.length === 0 || !mayStart(key, line)) continue;
      // Counted at once, so that nobody who comes meanwhile can take the place.
      begin(key, line);
      lines.take(line, 'first')?.start();
      return true;
    }
    return false;
  }

  /** Where too many wait, the last of the key with the most makes room for one that has fewer. */
  function makeRoom(line: Line): void {
    if (line.waiting.length >= bounds.waitingOfOneKey) throw bounds.refusal();
    if (lines.countWaiting() < bounds.waiting) return;
    const longest = lines.longestOr(line);
    if (longest.waiting.length < line.waiting.length + 2) throw bounds.refusal();
    lines.take(longest, 'last')?.refuse(bounds.refusal());
  }

  async function inTurn<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const line = lines.of(key);
    if (mayStart(key, line)) begin(key, line);
    else {
      makeRoom(line);
      await waitToStart({
        ...bounds,
        signal,
        join: (waiter) => lines.join(key, line, waiter),
        leave: (waiter) => lines.leave(key, line, waiter),
      });
    }
    try {
      return await task();
    } finally {
      end(key, line);
    }
  }
  const everywhere = shared ? shareTurns(shared, inTurn, bounds.refusal) : inTurn;
  return Object.assign(everywhere, { countKeys: lines.countKeys });
}

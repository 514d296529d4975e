// Who may keep connections to the database for long. Of the ten of a process five are for what takes long;
// lists, forms and whatever else is short always find the others, whoever calls.
import { createPlaces, createTurns } from '#server/lib/turns.ts';

export const poolSize = 10;
/** Two accounts that do all they can leave a place to everybody else. */
const places = createPlaces({ atWork: poolSize / 2, atWorkOfOneKey: 2 });

const inPlace = createTurns({
  places,
  // How many may wait is bounded by kind, and of those who wait for locked rows by their callers' turns.
  refusal: () => new Error('Nobody is refused here'),
});

/** Of a kind of work; who has waited for longer than the patience is refused. */
export type LongWork = { atWork: number; waiting: number; patience?: number };

/**
 * Lets long work of a kind go on in a bounded number of places, the accounts taking turns: of each kind
 * an account does one thing at a time.
 */
export function createLongWork({ patience, ...bounds }: LongWork, refusal: () => Error) {
  // A turn of the kind and a place are taken together: whoever waits for one keeps nobody from the other.
  const inTurn = createTurns({ ...bounds, atWorkOfOneKey: 1, places, refusal });
  return <T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const waiting = patience === undefined ? signal : withPatience(patience, refusal, signal);
    return inTurn(account, work, waiting);
  };
}

/** Rows that somebody has locked are waited for this long in all. */
const lockPatience = 2_000;

/**
 * Makes a change that may meet locked rows. Whoever meets one gives their connection back and waits
 * for one of the places, where trying again is what takes long.
 */
export async function untilUnlocked<T>(
  account: string,
  attempt: () => Promise<T>,
  isLocked: (error: unknown) => boolean,
): Promise<T> {
  let met = await tried(attempt, isLocked);
  if ('done' in met) return met.done;
  const { locked } = met;
  const waiting = withPatience(lockPatience, () => locked);
  while (!waiting.aborted) {
    met = await inPlace(account, () => tried(attempt, isLocked), waiting);
    if ('done' in met) return met.done;
  }
  throw locked;
}

type Tried<T> = { done: T } | { locked: unknown };

async function tried<T>(
  attempt: () => Promise<T>,
  isLocked: (error: unknown) => boolean,
): Promise<Tried<T>> {
  try {
    return { done: await attempt() };
  } catch (error) {
    if (!isLocked(error)) throw error;
    return { locked: error };
  }
}

/** Turns look at it only while somebody waits: nothing that has begun is ended by it. */
function withPatience(
  milliseconds: number,
  refusal: () => unknown,
  signal?: AbortSignal,
): AbortSignal {
  const over = new AbortController();
  setTimeout(() => over.abort(refusal()), milliseconds).unref();
  return signal ? AbortSignal.any([signal, over.signal]) : over.signal;
}

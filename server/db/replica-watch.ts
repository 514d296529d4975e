import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { replayed } from './read-marks.queries.ts';

const lookEveryMilliseconds = 500;

/** Knows whether a replica is there, and how far it has followed the database. */
export function watchReplica(
  replica: Database,
  log: Pick<Logger, 'info' | 'warn'>,
  lookEvery = lookEveryMilliseconds,
) {
  const ending = new AbortController();
  /** How far it was when it was last asked: less than before, where another was put in its place. */
  let reached = 0;
  /** Aborts when it is found to be away, so that nobody goes on waiting for it. */
  let here = new AbortController();
  here.abort();
  let isSaidToBeAway = false;
  let looking: Promise<void> | undefined;

  /** Many may want to know at once; the replica is asked once. */
  function look(): Promise<void> {
    looking ??= askHowFar(replica)
      .then((at) => {
        reached = at;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  function isHere(): void {
    if (!here.signal.aborted) return;
    here = new AbortController();
    isSaidToBeAway = false;
    log.info('Lists and counts are read from the replica');
  }

  function isAway(error: unknown): void {
    here.abort();
    if (isSaidToBeAway) return;
    isSaidToBeAway = true;
    log.warn(
      { err: error },
      'The replica of DATABASE_REPLICA_URL does not answer: the database is read instead',
    );
  }

  async function lookAgainAndAgain(): Promise<void> {
    while (!ending.signal.aborted) {
      await look().then(isHere, isAway);
      const wait = { signal: ending.signal, ref: false };
      await delay(lookEvery, undefined, wait).catch(() => undefined);
    }
  }

  const watching = lookAgainAndAgain();
  return {
    /** Is aborted while it is away. */
    away: () => here.signal,
    /** Whether it is there and has followed so far. */
    async has(mark: number): Promise<boolean> {
      if (mark > reached) await look().catch(isAway);
      return mark <= reached && !here.signal.aborted;
    },
    end(): Promise<void> {
      ending.abort();
      return watching;
    },
  };
}

async function askHowFar(replica: Database): Promise<number> {
  const { rows } = await replica.ping<{ replayed: number | null }>(replayed);
  const at = rows[0]?.replayed;
  if (at === null || at === undefined) throw new Error('DATABASE_REPLICA_URL is no replica');
  return at;
}

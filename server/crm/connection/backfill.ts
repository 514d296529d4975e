import { readFreshness } from '#server/crm/kept/freshness.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import type { Database, Db } from '#server/db/database.ts';
import { again, done, enqueue, type Handler, type Outcome } from '#server/jobs/jobs.ts';
import {
  countHandedOver,
  findUnsent,
  lockBackfill,
  storeOffer,
  storeProgress,
  storeState,
} from './backfill.queries.ts';

const atATime = 500;
/** So few are left of the last that the next can follow without a gap. */
const nearlyThrough = 100;
const lookAgainMilliseconds = 1_000;
const countAgainMilliseconds = 5_000;

/** Counts what HubSpot does not have: an administrator is asked, unless there is nothing. */
export function offerBackfill(tx: Db): Promise<void> {
  return storeOffer(tx, jobKinds.push);
}

/** After leads were sent for another reason: what is offered is counted anew, for all of them at once. */
export function countOfferLater(db: Db, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + countAgainMilliseconds);
  return enqueue(db, jobKinds.backfill, 'all', {}, soon);
}

/** False where it cannot become so: what is done or was never begun is not paused. */
export async function changeBackfill(db: Database, state: 'running' | 'paused'): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isChanged = await storeState(tx, state);
    if (isChanged && state === 'running') await enqueue(tx, jobKinds.backfill, 'all');
    return isChanged;
  });
}

/**
 * Hands over the leads that were there before, a few hundred at a time and the next when those are
 * nearly through: what happens meanwhile does not wait behind all of them. Where it stands is in the
 * database, so that it goes on after a restart.
 */
export function backfillHandler(db: Database): Handler {
  return {
    kind: jobKinds.backfill,
    atOnce: 1,
    isReady: async () => (await readFreshness(db)).isOn,
    work: async (jobs) => {
      const outcome = await db.transaction(handOverNext);
      return jobs.map(() => outcome);
    },
  };
}

async function handOverNext(tx: Db): Promise<Outcome> {
  const backfill = await lockBackfill(tx);
  if (backfill?.state === 'offered') await offerBackfill(tx);
  if (backfill?.state !== 'running') return done;
  const waiting = await countHandedOver(tx, jobKinds.push);
  const next =
    waiting <= nearlyThrough
      ? await findUnsent(tx, jobKinds.push, backfill.after, atATime)
      : undefined;
  if (next?.length) await enqueue(tx, jobKinds.push, next, { backfill: true });
  const isDone = next?.length === 0 && waiting === 0;
  await storeProgress(tx, {
    after: next?.at(-1) ?? null,
    handedOver: next?.length ?? 0,
    waiting: waiting + (next?.length ?? 0),
    isDone,
  });
  return isDone ? done : again(lookAgainMilliseconds);
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#server/db/database.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import * as queries from './jobs.queries.ts';

export const { enqueue, retryJob, retryJobs, dropJob } = queries;
export type Job = queries.Job;

/** What became of one attempt. */
export type Outcome =
  | { is: 'done' }
  /** Tried again after a pause that doubles each time; parked when that has gone on for long. */
  | { is: 'failed'; reason: string }
  /** Through no fault of the job: it comes again after that pause, and nothing is counted. */
  | { is: 'again'; milliseconds: number; reason: string | null }
  /** Cannot succeed: it waits for a person. */
  | { is: 'parked'; reason: string };

export const done: Outcome = { is: 'done' };
export const failed = (reason: string): Outcome => ({ is: 'failed', reason });
export const parked = (reason: string): Outcome => ({ is: 'parked', reason });
export function again(milliseconds: number, reason: string | null = null): Outcome {
  return { is: 'again', milliseconds, reason };
}

export type Handler = {
  kind: string;
  /** How many are worked on together. */
  atOnce: number;
  /** Asked before anything is claimed: false leaves all of the kind waiting where they are. */
  isReady?(): Promise<boolean>;
  /** One outcome for each job, in their order. What it throws is a failure of all. */
  work(jobs: Job[], at: AtWork): Promise<Outcome[]>;
};
export type AtWork = {
  /** Aborts when the portal stops, and when the claim was lost to another process. */
  signal: AbortSignal;
  /** Before a step that two must not take at once: throws where the claim was lost. */
  renew(): Promise<void>;
};
export type WorkerOptions = { log: Logger; chance?: () => number; idleMilliseconds?: number };

/** A killed process's work is free again this long after it was last heard of. */
const leaseSeconds = 40;
const renewEveryMilliseconds = 10_000;
const pauses = { first: 2_000, longest: 10 * 60_000 };
const [mostAttempts, settlingTries] = [15, 40];

/** Works on what is due until it is stopped, a loop for each kind, beside any number of others. */
export function startWorker(db: Database, handlers: Handler[], options: WorkerOptions) {
  const stopping = new AbortController();
  const loop = async (handler: Handler) => {
    while (!stopping.signal.aborted) {
      const worked = await workOnce(db, handler, options, stopping.signal).catch((error) => {
        options.log.warn({ err: error, kind: handler.kind }, 'Background work failed; it goes on');
        return false;
      });
      const wait = { signal: stopping.signal };
      if (!worked) await delay(options.idleMilliseconds ?? 1_000, null, wait).catch(() => null);
    }
  };
  const loops = handlers.map(loop);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all(loops);
  };
  return { stop };
}

/** False where there was nothing to do. */
export async function workOnce(
  db: Database,
  handler: Handler,
  { chance = Math.random, log }: WorkerOptions,
  stopping: AbortSignal,
): Promise<boolean> {
  if (handler.isReady && !(await handler.isReady())) return false;
  const by = uuidv7();
  const jobs = await queries.claimJobs(db, { ...handler, by, seconds: leaseSeconds });
  if (jobs.length === 0) return false;
  const outcomes = await attempt(db, handler, jobs, by, stopping).catch((error) => {
    if (stopping.aborted) return jobs.map(() => again(0));
    log.warn({ err: error, kind: handler.kind }, 'Background work failed; it is tried again');
    return jobs.map(() => failed(error instanceof Error ? error.message : String(error)));
  });
  const settlements = jobs.map((job, i) => settlementOf(job, outcomes[i], chance));
  await settle(db, by, settlements);
  return true;
}

async function attempt(
  db: Database,
  handler: Handler,
  jobs: Job[],
  by: string,
  stopping: AbortSignal,
): Promise<Outcome[]> {
  const lost = new AbortController();
  const renew = async () => {
    const held = await queries.renewClaim(db, by, leaseSeconds);
    if (held < jobs.length) lost.abort(new Error('Another process has taken over'));
    lost.signal.throwIfAborted();
  };
  const renewing = setInterval(() => renew().catch(() => null), renewEveryMilliseconds);
  try {
    return await handler.work(jobs, { signal: AbortSignal.any([stopping, lost.signal]), renew });
  } finally {
    clearInterval(renewing);
  }
}

function settlementOf(
  job: Job,
  outcome: Outcome = failed('Nothing was said about it'),
  chance: () => number,
): queries.Settlement {
  const { id, wanted, attempts } = job;
  const settled = { id, wanted, attempts, run_in: null, reason: null, parked: false };
  if (outcome.is === 'done') return settled;
  const { reason } = outcome;
  if (outcome.is === 'again') return { ...settled, reason, run_in: outcome.milliseconds };
  const failure = { ...settled, reason, attempts: attempts + 1 };
  const isHopeless = outcome.is === 'parked' || failure.attempts >= mostAttempts;
  if (isHopeless) return { ...failure, parked: true };
  const whole = Math.min(pauses.first * 2 ** attempts, pauses.longest);
  // By chance up to half less, so that what failed together does not come back together.
  return { ...failure, run_in: whole * (1 - chance() / 2) };
}

/** What somebody holds for longer than this comes again when the claim has run out. */
async function settle(db: Database, by: string, settlements: queries.Settlement[]) {
  let left = settlements;
  for (let tries = 0; left.length > 0 && tries < settlingTries; tries++) {
    if (tries > 0) await delay(250);
    const settled = await queries.settleJobs(db, by, left);
    left = left.filter(({ id }) => !settled.some((one) => one.id === id));
  }
}

import type { Logger } from 'pino';
import { type CrmContext, clocksOf } from '#server/crm/hubspot/crm-context.ts';
import { HubSpotRefused } from '#server/crm/hubspot/errors.ts';
import { type ObjectType, objectTypes } from '#server/crm/hubspot/objects.ts';
import { refreshValues } from '#server/crm/kept/account-values.ts';
import { findCommissionProperties } from '#server/crm/kept/connection-state.queries.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import type { Db } from '#server/db/database.ts';
import {
  type AtWork,
  again,
  done,
  enqueue,
  type Handler,
  type Job,
  type Outcome,
} from '#server/jobs/jobs.ts';
import { applyName } from './apply-name.ts';
import { followReads } from './apply-reads.ts';
import { lookThroughArchived } from './archived.ts';
import { pullObject, type Turn } from './pull.ts';
import { readObjects } from './reads.ts';
import { sweepObject } from './sweep.ts';

const pullAgain: Record<Turn, number> = { complete: 20_000, more: 0, incomplete: 2_000 };
const valuesAgainMilliseconds = 5 * 60_000;
/** Of milliseconds: a lead that somebody was changing, say; a question that HubSpot usually answers. */
const againAfter = { failed: 5_000, refused: 60_000 };

/** What is done for as long as HubSpot is connected, each of it by one process at a time. */
export async function startPulling(tx: Db): Promise<void> {
  await enqueue(tx, jobKinds.readValues, 'all');
  await enqueue(tx, jobKinds.pull, [...objectTypes]);
  await enqueue(tx, jobKinds.lookThroughArchived, [...objectTypes]);
  await enqueue(tx, jobKinds.sweep, [...objectTypes]);
}

export function pullHandlers(context: CrmContext): Handler[] {
  const recurring: Record<string, (job: Job, at: AtWork) => Promise<Outcome>> = {
    [jobKinds.readValues]: async (_, { signal }) => {
      await refreshValues(context, signal);
      return again(valuesAgainMilliseconds);
    },
    [jobKinds.pull]: async ({ key }, at) =>
      again(pullAgain[await pullObject(context, objectOf(key), at)]),
    [jobKinds.lookThroughArchived]: async ({ key }, { signal }) =>
      again(await lookThroughArchived(context, objectOf(key), signal)),
    [jobKinds.sweep]: async ({ key }, { signal }) =>
      again(await sweepObject(context, objectOf(key), signal)),
    [jobKinds.applyName]: (job) => applyName(context, job),
  };
  const handlers = Object.entries(recurring).map(([kind, work]) => ({
    kind,
    atOnce: 1,
    work: (jobs: Job[], at: AtWork) => Promise.all(jobs.map((job) => work(job, at))),
  }));
  return [...handlers, readHandler(context)];
}

/** Objects that somebody has named: events of HubSpot, or links that are new. */
function readHandler(context: CrmContext): Handler {
  const read = async (jobs: Job[], { signal }: AtWork): Promise<Outcome> => {
    for (const object of objectTypes) {
      const ids = jobs.flatMap(({ key }) =>
        key.startsWith(`${object} `) ? [key.slice(object.length + 1)] : [],
      );
      const commissions = await findCommissionProperties(context.db);
      const reads = await readObjects(context.client, object, ids, commissions, signal);
      await context.db.transaction((tx) =>
        followReads(tx, clocksOf(context), object, reads, commissions),
      );
    }
    return done;
  };
  return {
    kind: jobKinds.read,
    atOnce: 50,
    work: async (jobs, at) => {
      const outcome = await read(jobs, at);
      return jobs.map(() => outcome);
    },
  };
}

/**
 * Nothing may end what never ends: whatever fails beside the connection is tried again, and not counted
 * against it.
 */
export function keepGoing(handler: Handler, log: Logger): Handler {
  return {
    ...handler,
    work: async (jobs, at) => {
      try {
        return await handler.work(jobs, at);
      } catch (error) {
        if (at.signal.aborted) throw error;
        log.warn({ err: error, kind: handler.kind }, 'Following HubSpot failed; it is tried again');
        const pause = error instanceof HubSpotRefused ? againAfter.refused : againAfter.failed;
        const reason = error instanceof Error ? error.message : String(error);
        return jobs.map(() => again(pause, reason));
      }
    },
  };
}

function objectOf(key: string): ObjectType {
  const object = objectTypes.find((one) => one === key);
  if (!object) throw new Error(`HubSpot has no ${key}`);
  return object;
}

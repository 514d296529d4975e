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
import { refreshValues } from './account-values.ts';
import { followReads } from './apply.ts';
import { applyName } from './apply-name.ts';
import { findConnection } from './crm.queries.ts';
import type { CrmContext } from './crm-context.ts';
import { HubSpotFault, HubSpotRefused } from './hubspot-errors.ts';
import type { LinkedObject } from './links.queries.ts';
import { clocksOf, pullObject, type Turn } from './pull.ts';
import { readObjects } from './reads.ts';
import { sweepObject } from './sweep.ts';

const objects = ['deals', 'contacts', 'companies'] as const satisfies LinkedObject[];
const pullAgain: Record<Turn, number> = { complete: 20_000, more: 0, incomplete: 2_000 };
const valuesAgainMilliseconds = 5 * 60_000;
/** After something else than the connection has failed: a lead that somebody was changing, say. */
const failedAgainMilliseconds = 5_000;

/** What is done for as long as HubSpot is connected, each of it by one process at a time. */
export async function startPulling(tx: Db): Promise<void> {
  await enqueue(tx, 'read_crm_values', 'all');
  await enqueue(tx, 'pull_crm', [...objects]);
  await enqueue(tx, 'sweep_crm', [...objects]);
}

export function pullHandlers(context: CrmContext): Handler[] {
  const recurring: Record<string, (job: Job, at: AtWork) => Promise<Outcome>> = {
    read_crm_values: async (_, { signal }) => {
      await refreshValues(context, signal);
      return again(valuesAgainMilliseconds);
    },
    pull_crm: async ({ key }, at) => again(pullAgain[await pullObject(context, objectOf(key), at)]),
    sweep_crm: async ({ key }, { signal }) =>
      again(await sweepObject(context, objectOf(key), signal)),
    apply_crm_name: (job) => applyName(context, job),
  };
  const handlers = Object.entries(recurring).map(([kind, work]) => ({
    kind,
    atOnce: 1,
    work: (jobs: Job[], at: AtWork) =>
      Promise.all(jobs.map((job) => orAgain(() => work(job, at), at))),
  }));
  return [...handlers, readHandler(context)];
}

/** Objects that somebody has named: events of HubSpot, or links that are new. */
function readHandler(context: CrmContext): Handler {
  const read = async (jobs: Job[], { signal }: AtWork): Promise<Outcome> => {
    for (const object of objects) {
      const ids = jobs.flatMap(({ key }) =>
        key.startsWith(`${object} `) ? [key.slice(object.length + 1)] : [],
      );
      const commissions = await findConnection(context.db);
      const reads = await readObjects(context.client, object, ids, commissions, signal);
      await context.db.transaction((tx) =>
        followReads(tx, clocksOf(context), object, reads, commissions),
      );
    }
    return done;
  };
  return {
    kind: 'read_crm',
    atOnce: 50,
    work: async (jobs, at) => {
      const outcome = await orAgain(() => read(jobs, at), at);
      return jobs.map(() => outcome);
    },
  };
}

/** What HubSpot is to blame for is told by whoever is asked; nothing else may end what never ends. */
async function orAgain(work: () => Promise<Outcome>, { signal }: AtWork): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HubSpotFault || error instanceof HubSpotRefused || signal.aborted)
      throw error;
    return again(failedAgainMilliseconds, error instanceof Error ? error.message : String(error));
  }
}

function objectOf(key: string): LinkedObject {
  const object = objects.find((one) => one === key);
  if (!object) throw new Error(`HubSpot has no ${key}`);
  return object;
}

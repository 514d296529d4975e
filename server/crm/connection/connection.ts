import type { CrmFault } from '#contract/crm.ts';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import { HubSpotFault, HubSpotRefused, isNotSetUp } from '#server/crm/hubspot/errors.ts';
import { startPulling } from '#server/crm/pull/pull-jobs.ts';
import type { Database, Db } from '#server/db/database.ts';
import { again, type Handler, type Outcome } from '#server/jobs/jobs.ts';
import { offerBackfill } from './backfill.ts';
import {
  deleteFault,
  forgetAccount,
  isOpen,
  replaceAccount,
  storeFault,
  switchOff,
  switchOn,
  takeProbe,
} from './connection.queries.ts';

const dayPause = { first: 15 * 60, longest: 15 * 60 };
const usualPause = { first: 2, longest: 60 };
const probeSeconds = 60;

/** From here on whatever happens to leads is enqueued; what was there before is offered. */
export async function connectCrm(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    if (await switchOn(tx)) await offerBackfill(tx);
    await startPulling(tx);
  });
}

/**
 * The portal is its own CRM again. What waited is offered at the next connection. True where somebody was
 * at work with HubSpot until now.
 */
export function disconnectCrm(db: Db): Promise<boolean> {
  return switchOff(db);
}

/**
 * While the connection is at fault one caller at a time may try; everybody else waits whose kind of work
 * it concerns.
 */
export function mayCall(db: Db, kind: string): Promise<boolean> {
  return takeProbe(db, kind, probeSeconds);
}

/** What may not be sent may still be read: such a fault is one of that kind of work only. */
const ofOneKind: CrmFault[] = ['not_set_up', 'scope_missing'];

export async function tellFault(db: Db, fault: HubSpotFault, workKind: string): Promise<void> {
  const { kind, message: detail } = fault;
  const pause = kind === 'daily_limit' ? dayPause : usualPause;
  await storeFault(db, { kind, detail, of: ofOneKind.includes(kind) ? workKind : null }, pause);
}

/** The work of that kind has succeeded. */
export function clearFault(db: Db, kind: string): Promise<void> {
  return deleteFault(db, kind);
}

/**
 * Which account the key belongs to. Where it is another than before, nothing of what is known of leads
 * holds: all of them are offered anew.
 */
export async function rememberAccount({ db, client }: CrmContext, signal?: AbortSignal) {
  const account = await client.readAccount(signal).catch(orUnknown);
  if (!account) return;
  const { portalId: id, url } = account;
  await db.transaction(async (tx) => {
    const before = await replaceAccount(tx, { id, url });
    if (!before || before === id) return;
    await forgetAccount(tx);
    await offerBackfill(tx);
  });
}

/** A key that may work with leads need not be one that may ask for this. */
function orUnknown(error: unknown): undefined {
  if (!(error instanceof HubSpotFault) || error.kind !== 'scope_missing') throw error;
}

/**
 * A handler whose jobs wait while HubSpot cannot be worked with, and are not to blame for it. What it
 * gets done shows that the connection works.
 */
export function connected(context: CrmContext, handler: Handler): Handler {
  const { db } = context;
  return {
    ...handler,
    // Whoever has nothing to do must not take the turn of those who would try.
    isReady: async () => (await isOpen(db, handler.kind)) && ((await handler.isReady?.()) ?? true),
    work: async (jobs, at): Promise<Outcome[]> => {
      if (!(await mayCall(db, handler.kind))) return jobs.map(() => again(0));
      try {
        const outcomes = await handler.work(jobs, at);
        await clearFault(db, handler.kind);
        return outcomes;
      } catch (error) {
        const fault = faultOf(error);
        if (!fault) throw error;
        await tellFault(db, fault, handler.kind);
        return jobs.map(() => again(0, fault.message));
      }
    },
  };
}

function faultOf(error: unknown): HubSpotFault | undefined {
  if (error instanceof HubSpotFault) return error;
  if (!(error instanceof HubSpotRefused) || !isNotSetUp(error.refusal)) return undefined;
  return new HubSpotFault('not_set_up', error.message, error.status);
}

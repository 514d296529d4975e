import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AppContext } from '#server/app-context.ts';
import { startWorker } from '#server/jobs/jobs.ts';
import { backfillHandler } from './connection/backfill.ts';
import {
  clearFault,
  connectCrm,
  connected,
  disconnectCrm,
  mayCall,
  rememberAccount,
  tellFault,
} from './connection/connection.ts';
import { switchedOffHere, watchConnection } from './connection/watch-connection.ts';
import { type CrmContext, openCrm } from './hubspot/crm-context.ts';
import { HubSpotFault } from './hubspot/errors.ts';
import { keepGoing, pullHandlers } from './pull/pull-jobs.ts';
import { pushHandler } from './push/push.ts';

type Stop = () => Promise<void>;

const lookAgainMilliseconds = 1_000;
/** A kind of work beside those of the jobs: asking whose the key is. */
const accountKind = 'read_crm_account';

/**
 * Connects HubSpot where a key is set, and works on what has to be sent and read until it is stopped;
 * without a key the portal is its own CRM. The portal is there for its users meanwhile, whether HubSpot
 * answers or not.
 */
export async function startCrm(context: AppContext, log: Logger): Promise<Stop> {
  const crm = openCrm(context, {
    tell: (unusable) => log.warn(unusable, 'HubSpot has a record that cannot be used as it is'),
  });
  if (!crm) {
    if (await disconnectCrm(context.db)) log.warn(switchedOffHere);
    return async () => undefined;
  }
  await connectCrm(context.db);
  const stopping = new AbortController();
  const watching = watchConnection(context.db, log, stopping.signal);
  const starting = untilAccountIsKnown(crm, log, stopping.signal).then(() => {
    if (stopping.signal.aborted) return undefined;
    const handlers = [
      pushHandler(crm),
      backfillHandler(context.db),
      ...pullHandlers(crm).map((handler) => keepGoing(connected(crm, handler), log)),
    ];
    return startWorker(context.db, handlers, { log });
  });
  return async () => {
    stopping.abort();
    await (await starting)?.stop();
    await watching;
  };
}

/** Nothing is sent before: what is known of one account means nothing in another. */
async function untilAccountIsKnown(
  crm: CrmContext,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await mayCall(crm.db, accountKind)) {
        await rememberAccount(crm, signal);
        await clearFault(crm.db, accountKind);
        return;
      }
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'HubSpot does not say whose the key is; it is asked again');
      if (error instanceof HubSpotFault)
        await tellFault(crm.db, error, accountKind).catch(() => undefined);
    }
    await delay(lookAgainMilliseconds, undefined, { signal }).catch(() => undefined);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readFreshness } from '#server/crm/kept/freshness.ts';
import type { Db } from '#server/db/database.ts';

const lookEveryMilliseconds = 10_000;

export const switchedOffHere =
  'HUBSPOT_ACCESS_TOKEN is not set, and HubSpot was connected until now: it is disconnected for all processes. Set the key for all of them, and start them again, to connect it';
const switchedOff =
  'Another process, which has no HUBSPOT_ACCESS_TOKEN, has disconnected HubSpot for all: this one stops working with it. Set the key for all of them, and start them again, to connect it';

/** Says once that another process has switched the connection off, and once that it is back. */
export function connectionWatcher(db: Db, log: Logger): () => Promise<void> {
  let wasOn = true;
  return async () => {
    const { isOn } = await readFreshness(db);
    if (wasOn && !isOn) log.warn(switchedOff);
    if (!wasOn && isOn) log.info('HubSpot is connected again');
    wasOn = isOn;
  };
}

export async function watchConnection(db: Db, log: Logger, signal: AbortSignal): Promise<void> {
  const look = connectionWatcher(db, log);
  while (!signal.aborted) {
    await delay(lookEveryMilliseconds, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await look().catch(() => undefined);
  }
}

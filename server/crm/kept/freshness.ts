import type { Db } from '#server/db/database.ts';
import { findConnection } from './connection-state.queries.ts';

/** Whether HubSpot is behind the portal, and when all that the portal shows of it was last read. */
export type Freshness = { isOn: boolean; asOf: string | null };

export async function readFreshness(db: Db): Promise<Freshness> {
  const { on_since, last_pull_at } = await findConnection(db);
  return on_since ? { isOn: true, asOf: last_pull_at } : { isOn: false, asOf: null };
}

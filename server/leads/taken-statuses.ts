import type { Transaction } from '#server/db/database.ts';
import type { Cause } from '#server/events/events.ts';
import { countLeadsLater, countLeadsNow } from './bulk/bulk-changes.queries.ts';
import { changeLead } from './correct.ts';

/**
 * Statuses of many leads, each its own, by the rules of one. Whoever calls this has locked the leads.
 * Everybody who adds a lead needs the counters: they are touched once, at the end and in their order.
 */
export async function takeStatuses(
  tx: Transaction,
  statuses: readonly { lead_id: string; status: string }[],
  cause: Cause,
): Promise<void> {
  if (statuses.length === 0) return;
  await countLeadsLater(tx);
  for (const { lead_id, status } of statuses)
    await changeLead(tx, 'everyone', 'admin', lead_id, { status }, cause);
  await countLeadsNow(tx);
}

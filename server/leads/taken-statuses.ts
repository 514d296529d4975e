import { statusKey } from '#contract/lead-status.ts';
import type { Db } from '#server/db/database.ts';
import { type Cause, recordEvents } from '#server/events/events.ts';
import { updateStatuses } from './taken-statuses.queries.ts';

/** Statuses of many leads, each its own, from where sales works on them. */
export async function takeStatuses(
  tx: Db,
  statuses: readonly { lead_id: string; status: string }[],
  cause: Cause,
): Promise<void> {
  if (statuses.length === 0) return;
  const taken = statuses.map(({ lead_id: id, status }) => {
    return { id, status, status_key: statusKey(status) };
  });
  const at = cause.clock();
  const changed = await updateStatuses(tx, taken, at);
  const happened = changed.map(({ from, to, ...lead }) => {
    return { lead, kind: 'status' as const, data: { from, to } };
  });
  await recordEvents(tx, cause, happened, at);
}

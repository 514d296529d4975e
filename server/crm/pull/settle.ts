import type { Clocks } from '#server/crm/hubspot/crm-context.ts';
import { causedByHubSpot } from '#server/crm/kept/crm-events.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import { lockSides, type SidesRow, storeAgreed } from '#server/crm/kept/links.queries.ts';
import { findValues } from '#server/crm/kept/mapping.queries.ts';
import {
  fromHubSpot,
  isFirstStage,
  type Mapping,
  type ToSet,
  toHubSpot,
} from '#server/crm/kept/mapping.ts';
import type { Transaction } from '#server/db/database.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { takeStatuses } from '#server/leads/taken-statuses.ts';
import { agreedAfter, settle } from './who-wins.ts';

/**
 * Makes both sides of these leads agree as far as the portal can: takes what wins over there, and
 * answers with what has to be sent.
 */
export async function settleLeads(
  tx: Transaction,
  { clock, hubspotTime }: Clocks,
  leadIds: string[],
): Promise<Map<string, ToSet>> {
  const mapping = await findValues(tx);
  const rows = await lockSides(tx, leadIds);
  const settled = rows.map((row) => ({ row, ...settleRow(mapping, row, hubspotTime) }));

  const taken = settled.flatMap(({ row, is, status }) =>
    is === 'take' && status !== null ? [{ lead_id: row.lead_id, status }] : [],
  );
  await takeStatuses(tx, taken, causedByHubSpot(clock));
  await storeAgreed(
    tx,
    settled.map(({ row, agreed: status }) => ({ lead_id: row.lead_id, status })),
  );

  const sends = settled.flatMap(({ row, is, mapped }) =>
    is === 'send' && mapped ? [[row.lead_id, mapped] as const] : [],
  );
  return new Map(sends);
}

function settleRow(mapping: Mapping, row: SidesRow, hubspotTime: Clocks['hubspotTime']) {
  const hubspot = fromHubSpot(mapping, row);
  const changedAt = row.status_changed_at && hubspotTime(new Date(row.status_changed_at));
  const portal = { status: row.status, at: changedAt || null };
  const mapped = row.status === null ? undefined : toHubSpot(mapping, row.status, row);
  const sides = {
    portal,
    hubspot,
    isSendable: mapped !== undefined,
    isRead: row.stage !== null && (row.contact_id === null || row.lead_status_at !== null),
    isAtStart: isFirstStage(mapping, row.stage),
    agreed: row.agreed_status,
  };
  const is = settle(sides);
  return { is, mapped, status: hubspot.status, agreed: agreedAfter(is, sides) };
}

/** As settleLeads; what has to be sent is sent by the jobs that send leads. */
export async function settleAndSend(
  tx: Transaction,
  clocks: Clocks,
  leadIds: string[],
): Promise<void> {
  if (leadIds.length === 0) return;
  const sends = await settleLeads(tx, clocks, leadIds);
  await enqueue(tx, jobKinds.push, [...sends.keys()]);
}

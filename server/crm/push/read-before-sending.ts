import { type CrmContext, clocksOf } from '#server/crm/hubspot/crm-context.ts';
import { findCommissionProperties } from '#server/crm/kept/connection-state.queries.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import { findLinksOf, followHubSpot } from '#server/crm/kept/links.queries.ts';
import type { ToSet } from '#server/crm/kept/mapping.ts';
import { applyReads } from '#server/crm/pull/apply-reads.ts';
import { readObjects } from '#server/crm/pull/reads.ts';
import { settleLeads } from '#server/crm/pull/settle.ts';
import { enqueue } from '#server/jobs/jobs.ts';

/**
 * Before the statuses of leads are sent: takes what was changed later in HubSpot and has not been
 * pulled yet. Answers with what is left to send, of the leads whose deal is there.
 */
export async function readBeforeSending(
  context: CrmContext,
  leadIds: string[],
  signal?: AbortSignal,
): Promise<Map<string, ToSet>> {
  const { db, client } = context;
  const links = await findLinksOf(db, leadIds);
  const commissions = await findCommissionProperties(db);
  const concerned = new Set(leadIds);
  for (const [object, ids] of [
    ['deals', links.flatMap(({ deal_id }) => deal_id ?? [])],
    ['contacts', links.flatMap(({ contact_id }) => contact_id ?? [])],
  ] as const) {
    const reads = await readObjects(client, object, ids, commissions, signal);
    const applied = await db.transaction((tx) =>
      applyReads(tx, clocksOf(context), object, reads, commissions),
    );
    for (const leadId of applied) concerned.add(leadId);
  }
  return db.transaction(async (tx) => {
    await followHubSpot(tx);
    const sends = await settleLeads(tx, clocksOf(context), [...concerned]);
    const others = [...sends.keys()].filter((leadId) => !leadIds.includes(leadId));
    // Leads share contacts: what others have to say is theirs to send.
    await enqueue(tx, jobKinds.push, others);
    return new Map([...sends].filter(([leadId]) => leadIds.includes(leadId)));
  });
}

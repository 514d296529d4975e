import type { HubSpotClient, HubSpotObject, Properties } from '#server/crm/hubspot/client.ts';
import type { Refusal } from '#server/crm/hubspot/errors.ts';
import { ownProperties } from '#server/crm/hubspot/property-names.ts';
import { type PushedLead, propertiesOfDeal } from './lead-properties.ts';
import { type SortedOut, sortOut } from './outcomes.ts';

/** The stage that a deal is put into; none leaves it where it is. */
export type Stages = Map<string, { stage: string; pipeline: string | null }>;

/** Deals that were made without anybody having taken it down, by the lead. */
export async function findUnrecorded(
  client: HubSpotClient,
  leads: PushedLead[],
  signal: AbortSignal,
): Promise<Map<string, HubSpotObject>> {
  const ids = leads.filter(({ deal_id }) => !deal_id).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const reading = {
    ids,
    idProperty: ownProperties.leadId,
    properties: [ownProperties.leadId, 'dealstage'],
  };
  const { results } = await client.batchRead('deals', reading, signal);
  return new Map(results.map((deal) => [deal.properties[ownProperties.leadId] ?? '', deal]));
}

/**
 * A deal that is known goes by its id, never by the lead's: one that was archived in HubSpot would be
 * made a second time. A new one is upserted by the lead's id, so that it is made once however often it
 * is sent.
 */
export async function sendDeals(
  client: HubSpotClient,
  leads: PushedLead[],
  dealIds: Map<string, string>,
  stages: Stages,
  signal: AbortSignal,
): Promise<SortedOut> {
  const isKnown = ({ id }: PushedLead) => dealIds.has(id);
  const inputOf = (lead: PushedLead) => ({
    trace: lead.id,
    id: dealIds.get(lead.id) ?? lead.id,
    properties: lead.is_deleted ? { [ownProperties.deleted]: 'true' } : withStage(lead, stages),
  });
  const known = leads.filter(isKnown).map(inputOf);
  // What was deleted before HubSpot heard of it has no deal, and gets none.
  const added = leads.filter((lead) => !isKnown(lead) && !lead.is_deleted).map(inputOf);
  const objects = new Map<string, HubSpotObject>();
  const refused = new Map<string, Refusal>();
  const take = (written: SortedOut) => {
    for (const [trace, object] of written.objects) objects.set(trace, object);
    for (const [trace, refusal] of written.refused) refused.set(trace, refusal);
  };
  if (known.length > 0) {
    const leadOf = new Map(known.map(({ id, trace }) => [id, trace]));
    const batch = await client.batchUpdate('deals', known, signal);
    take(sortOut(batch, [...leadOf.values()], ({ id }) => leadOf.get(id) ?? '', leadOf));
  }
  if (added.length > 0) {
    const batch = await client.batchUpsert('deals', ownProperties.leadId, added, signal);
    const traces = added.map(({ trace }) => trace);
    take(sortOut(batch, traces, ({ properties }) => properties[ownProperties.leadId] ?? ''));
  }
  return { objects, refused };
}

function withStage(lead: PushedLead, stages: Stages): Properties {
  const put = stages.get(lead.id);
  return {
    ...propertiesOfDeal(lead),
    ...(put && { dealstage: put.stage }),
    ...(put?.pipeline && { pipeline: put.pipeline }),
  };
}

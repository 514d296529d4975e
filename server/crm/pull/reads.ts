import type { CommissionProperties } from '#contract/crm.ts';
import type { HubSpotClient, HubSpotObject } from '#server/crm/hubspot/client.ts';
import type { ObjectType } from '#server/crm/hubspot/objects.ts';

/** What of an object leads depend on: its value, and since when it has had it. */
const followed = { deals: 'dealstage', contacts: 'hs_lead_status' } as const;
const mergedIds = 'hs_merged_object_ids';

export function propertiesOf(object: ObjectType, commissions: CommissionProperties): string[] {
  const { commission_payable_to_partner: payable, alltime_commission_payable: alltime } =
    commissions;
  return object === 'companies' ? [payable, alltime, mergedIds] : [followed[object], mergedIds];
}

/** The value that leads depend on; an empty one is none. */
export function followedValue(object: 'deals' | 'contacts', { properties }: HubSpotObject) {
  return properties[followed[object]] || null;
}

/** Since when it has had it: by the history, or where there is none since the object has been there. */
export function followedSince(object: 'deals' | 'contacts', read: HubSpotObject): string {
  const history = read.propertiesWithHistory?.[followed[object]] ?? [];
  const times = history.map(({ timestamp }) => Date.parse(timestamp)).filter(Number.isFinite);
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : read.createdAt;
}

/** The ids under which an object was known before others were merged with it. */
export function earlierIds({ properties }: HubSpotObject): string[] {
  return (properties[mergedIds] ?? '').split(';').filter(Boolean);
}

/** What was asked for, each with the object that stands for it now; and what HubSpot has no more. */
export type Reads = { found: Map<string, HubSpotObject>; gone: string[] };

/** As it is at this moment: unlike the search, which is seconds behind. */
export async function readObjects(
  client: Pick<HubSpotClient, 'batchRead'>,
  object: ObjectType,
  ids: string[],
  commissions: CommissionProperties,
  signal?: AbortSignal,
): Promise<Reads> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return { found: new Map(), gone: [] };
  const { results, refusals } = await client.batchRead(
    object,
    {
      ids: wanted,
      properties: propertiesOf(object, commissions),
      ...(object !== 'companies' && { propertiesWithHistory: [followed[object]] }),
    },
    signal,
  );
  const found = new Map<string, HubSpotObject>();
  const asked = new Set(wanted);
  for (const result of results) {
    for (const id of [...earlierIds(result), result.id]) if (asked.has(id)) found.set(id, result);
  }
  // Only what HubSpot says is not there: an answer that lacks something may just be incomplete.
  const missing = refusals.filter(({ category }) => category === 'OBJECT_NOT_FOUND');
  const gone = missing.flatMap((refusal) => refusal.ids).filter((id) => !found.has(id));
  return { found, gone };
}

import type { CrmObject, LeadEvent } from '#contract/events.ts';
import type { Db } from '#server/db/database.ts';
import { type Cause, recordEvents } from '#server/events/events.ts';
import { findTimelineLeads } from './links.queries.ts';

/** What became of what HubSpot has of a lead. */
export type CrmHappened = {
  lead_id: string;
  object: CrmObject;
  what: Extract<LeadEvent, { kind: 'crm' }>['what'];
};

/** What HubSpot causes: nobody of the portal does. */
export function causedByHubSpot(clock: () => Date): Cause {
  return { by: null, requestId: null, clock, via: 'hubspot' };
}

/** On the timelines of the leads that are still there. */
export async function tellOnTimelines(
  tx: Db,
  cause: Cause,
  happened: CrmHappened[],
): Promise<void> {
  const leads = await findTimelineLeads(
    tx,
    happened.map(({ lead_id }) => lead_id),
  );
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  const events = happened.flatMap(({ lead_id, object, what }) => {
    const lead = byId.get(lead_id);
    return lead ? [{ lead, kind: 'crm' as const, data: { object, what } }] : [];
  });
  await recordEvents(tx, cause, events);
}

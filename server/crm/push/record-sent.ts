import type { HubSpotObject } from '#server/crm/hubspot/client.ts';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import { causedByHubSpot, tellOnTimelines } from '#server/crm/kept/crm-events.ts';
import { jobKinds } from '#server/crm/kept/job-kinds.ts';
import { markArchived } from '#server/crm/kept/links.queries.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import type { Contact } from './contacts.ts';
import type { PushedLead } from './lead-properties.ts';
import { type Pushed, storePushed } from './push.queries.ts';
import type { StatusSent } from './statuses.ts';

/** A lead with all that HubSpot has of it. */
export type SentLead = {
  lead: PushedLead;
  deal: HubSpotObject;
  dealId: string;
  contact: Contact | undefined;
  companyId: string | null;
  status: StatusSent | undefined;
};

/** Takes down what HubSpot has of leads from now on, and tells it on the timelines of new ones. */
export async function recordSent(
  { db, clock }: CrmContext,
  sentLeads: SentLead[],
  changedContacts: Map<string, HubSpotObject>,
  unrecorded: HubSpotObject[],
): Promise<void> {
  const linked = sentLeads.filter(({ lead }) => !lead.deal_id && !lead.is_deleted);
  const rows = sentLeads.map((one) => rowOf(one, changedContacts));
  const unsettled = rows.filter(
    ({ agreed_status, stage }) => agreed_status === null && stage !== null,
  );
  await db.transaction(async (tx) => {
    await storePushed(tx, rows);
    // Nobody knows what has happened to them since they were made; others may have to follow their contact.
    const unread = [
      ...unrecorded.map(({ id }) => id),
      ...unsettled.map(({ deal_id }) => deal_id),
    ].map((id) => `deals ${id}`);
    if (unread.length > 0) await enqueue(tx, jobKinds.read, [...new Set(unread)]);
    const happened = linked.map(({ lead }) => ({
      lead_id: lead.id,
      object: 'deal' as const,
      what: 'linked' as const,
    }));
    await tellOnTimelines(tx, causedByHubSpot(clock), happened);
  });
}

function rowOf(
  { lead, deal, dealId, contact, companyId, status }: SentLead,
  changedContacts: Map<string, HubSpotObject>,
): Pushed {
  // What another lead of the same person has changed is still to be settled for this one: it is read.
  const changed = status && contact && changedContacts.get(contact.id);
  const said = changed
    ? {
        lead_status: changed.properties.hs_lead_status ?? status?.lead_status ?? null,
        lead_status_at: changed.updatedAt,
      }
    : {
        lead_status: contact?.madeWith?.leadStatus ?? null,
        lead_status_at: contact?.madeWith?.at ?? null,
      };
  // Leads share contacts, and only one of them can have set what the contact says.
  const isOvertaken =
    status?.lead_status && said.lead_status && status.lead_status !== said.lead_status;
  return {
    lead_id: lead.id,
    deal_id: dealId,
    contact_id: lead.is_deleted ? lead.contact_id : (contact?.id ?? null),
    company_id: lead.is_deleted ? lead.company_id : companyId,
    pushed_version: lead.version,
    is_marked_deleted: lead.is_deleted,
    agreed_status: status?.isAgreed && !isOvertaken ? lead.status : null,
    stage: status?.stage ?? null,
    stage_at: status ? deal.updatedAt : null,
    ...said,
  };
}

/** Told on the timelines of their leads. */
export async function markPutAway({ db, clock }: CrmContext, dealIds: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const leadIds = await markArchived(tx, dealIds);
    const happened = leadIds.map((lead_id) => ({
      lead_id,
      object: 'deal' as const,
      what: 'archived' as const,
    }));
    await tellOnTimelines(tx, causedByHubSpot(clock), happened);
  });
}

import { type AtWork, done, enqueue, failed, type Outcome, parked } from '#server/jobs/jobs.ts';
import type { CrmContext } from './crm-context.ts';
import { causedByHubSpot, tellCrm } from './crm-events.ts';
import type { HubSpotObject } from './hubspot-client.ts';
import type { Refusal } from './hubspot-errors.ts';
import { markArchived } from './links.queries.ts';
import type { Mapping } from './mapping.ts';
import { type Pushed, storePushed } from './push.queries.ts';
import { type Companies, findOrMakeCompanies, keyText } from './push-companies.ts';
import { type Contacts, findOrMakeContacts, setLeadStatuses } from './push-contacts.ts';
import { findUnrecorded, type Stages, sendDeals } from './push-deals.ts';
import { companyKeyOf, emailOf, type PushedLead } from './push-lead.ts';
import { associateLinks } from './push-links.ts';
import {
  firstStatuses,
  ofKnownDeals,
  ofNewDeal,
  pipelineOf,
  type StatusSent,
} from './push-statuses.ts';

export type Outcomes = Map<string, Outcome>;
type Statuses = Map<string, StatusSent>;

/** A lead with all that HubSpot has of it. */
type Sent = {
  lead: PushedLead;
  deal: HubSpotObject;
  dealId: string;
  contactId: string | null;
  companyId: string | null;
};

/**
 * Sends leads to HubSpot, each step for all of them at once. A step that is done twice, because the
 * answer or this process was lost, finds what the first one did.
 */
export async function sendLeads(
  context: CrmContext,
  mapping: Mapping,
  all: PushedLead[],
  { signal, renew }: AtWork,
): Promise<Outcomes> {
  const { client } = context;
  // What HubSpot has put away is left alone until it comes back.
  const leads = all.filter(({ archived_at }) => archived_at === null);
  const there = leads.filter(({ is_deleted }) => !is_deleted);
  const statuses: Statuses = await ofKnownDeals(
    context,
    there.filter(({ deal_id }) => deal_id),
    signal,
  );
  const unrecorded = await findUnrecorded(client, leads, signal);
  const isNew = ({ id, deal_id }: PushedLead) => !deal_id && !unrecorded.has(id);

  const firsts = firstStatuses(mapping, there.filter(isNew));
  const contacts = await findOrMakeContacts(client, there, firsts, signal);
  const companies = await findOrMakeCompanies(client, there, signal);
  const outcomes = refusalsOf(there, contacts, companies);
  for (const lead of there.filter(isNew)) {
    const status = ofNewDeal(mapping, lead, contacts.found.get(emailOf(lead) ?? ''));
    if (status) statuses.set(lead.id, status);
  }

  const taken = leads.filter(({ id }) => !outcomes.has(id));
  const dealIds = new Map(
    taken.flatMap(({ id, deal_id }) => {
      const dealId = deal_id ?? unrecorded.get(id)?.id;
      return dealId ? [[id, dealId] as const] : [];
    }),
  );
  const deals = await sendDeals(client, taken, dealIds, stagesOf(mapping, statuses), signal);
  await settleRefused(context, taken, dealIds, deals.refused, outcomes);
  const sent = taken.flatMap((lead): Sent[] => {
    const deal = deals.objects.get(lead.id);
    if (!deal) return [];
    const key = companyKeyOf(lead);
    const contactId = contacts.found.get(emailOf(lead) ?? '')?.id ?? null;
    const companyId = (key && companies.found.get(keyText(key))) ?? null;
    return [{ lead, deal, dealId: dealIds.get(lead.id) ?? deal.id, contactId, companyId }];
  });
  const set = await linkAndSet(context, sent, statuses, contacts, outcomes, signal);
  await renew();
  const through = sent.filter(({ lead }) => !outcomes.has(lead.id));
  await record(context, through, statuses, contacts, set, unrecorded);
  for (const { id } of all) if (!outcomes.has(id)) outcomes.set(id, done);
  return outcomes;
}

/** Leads whose contact or company HubSpot does not take. */
function refusalsOf(leads: PushedLead[], contacts: Contacts, companies: Companies): Outcomes {
  const outcomes: Outcomes = new Map();
  for (const lead of leads) {
    const email = emailOf(lead);
    const ofContact = email && contacts.refused.get(email);
    if (ofContact) outcomes.set(lead.id, parked(refusalText(`the email ${email}`, ofContact)));
    const key = companyKeyOf(lead);
    const ofCompany = key && companies.refused.get(keyText(key));
    if (ofCompany)
      outcomes.set(lead.id, parked(refusalText(`the company ${key.value}`, ofCompany)));
  }
  return outcomes;
}

function refusalText(what: string, { message }: Refusal): string {
  return `HubSpot refuses ${what}: ${message}`;
}

function stagesOf(mapping: Mapping, statuses: Statuses): Stages {
  return new Map(
    [...statuses].map(([id, { stage }]) => [id, { stage, pipeline: pipelineOf(mapping, stage) }]),
  );
}

/** A deal that is known and not found any more has been put away in HubSpot. */
async function settleRefused(
  { db, clock }: CrmContext,
  leads: PushedLead[],
  dealIds: Map<string, string>,
  refused: Map<string, Refusal>,
  outcomes: Outcomes,
): Promise<void> {
  const away: string[] = [];
  for (const { id } of leads) {
    const refusal = refused.get(id);
    const dealId = dealIds.get(id);
    if (!refusal) continue;
    if (dealId && refusal.category === 'OBJECT_NOT_FOUND') away.push(dealId);
    else outcomes.set(id, parked(refusalText('the deal', refusal)));
  }
  if (away.length === 0) return;
  await db.transaction(async (tx) => {
    const gone = await markArchived(tx, away);
    const happened = gone.map((lead_id) => ({
      lead_id,
      object: 'deal' as const,
      what: 'archived' as const,
    }));
    await tellCrm(tx, causedByHubSpot(clock), happened);
  });
}

/** Associates what is new, and sets what contacts say; answers with the contacts that were changed. */
async function linkAndSet(
  { client }: CrmContext,
  sent: Sent[],
  statuses: Statuses,
  contacts: Contacts,
  outcomes: Outcomes,
  signal: AbortSignal,
): Promise<Map<string, HubSpotObject>> {
  const here = sent.filter(({ lead }) => !lead.is_deleted);
  const links = here
    .filter(
      ({ lead, contactId, companyId }) =>
        !lead.deal_id || contactId !== lead.contact_id || companyId !== lead.company_id,
    )
    .map(({ lead, ...ids }) => ({ leadId: lead.id, ...ids }));
  for (const [id, reason] of await associateLinks(client, links, signal))
    outcomes.set(id, failed(`HubSpot does not link its deal: ${reason}`));

  const wanted = new Map<string, string>();
  for (const { lead, contactId } of here) {
    const status = statuses.get(lead.id)?.lead_status;
    const current = contacts.found.get(emailOf(lead) ?? '')?.leadStatus;
    if (contactId && status && status !== current) wanted.set(contactId, status);
  }
  const { objects, refused } = await setLeadStatuses(client, wanted, signal);
  for (const { lead, contactId } of here) {
    const refusal = contactId && refused.get(contactId);
    if (refusal) outcomes.set(lead.id, parked(refusalText('the lead status', refusal)));
  }
  return objects;
}

async function record(
  { db, clock }: CrmContext,
  sent: Sent[],
  statuses: Statuses,
  contacts: Contacts,
  set: Map<string, HubSpotObject>,
  unrecorded: Map<string, HubSpotObject>,
): Promise<void> {
  const rows = sent.map((one): Pushed => {
    const { lead, deal, dealId, contactId, companyId } = one;
    const status = statuses.get(lead.id);
    const contact = contacts.found.get(emailOf(lead) ?? '');
    const setAt = contactId ? set.get(contactId)?.updatedAt : undefined;
    return {
      lead_id: lead.id,
      deal_id: dealId,
      contact_id: lead.is_deleted ? lead.contact_id : contactId,
      company_id: lead.is_deleted ? lead.company_id : companyId,
      pushed_version: lead.version,
      is_marked_deleted: lead.is_deleted,
      agreed_status: status?.isAgreed ? lead.status : null,
      stage: status?.stage ?? null,
      stage_at: status ? deal.updatedAt : null,
      lead_status: setAt ? (status?.lead_status ?? null) : (contact?.madeWith?.leadStatus ?? null),
      lead_status_at: setAt ?? contact?.madeWith?.at ?? null,
    };
  });
  const linked = sent.filter(({ lead }) => !lead.deal_id && !lead.is_deleted);
  await db.transaction(async (tx) => {
    await storePushed(tx, rows);
    // Nobody knows what has happened to them since they were made.
    const unread = [...unrecorded.values()].map(({ id }) => `deals ${id}`);
    if (unread.length > 0) await enqueue(tx, 'read_crm', unread);
    const happened = linked.map(({ lead }) => ({
      lead_id: lead.id,
      object: 'deal' as const,
      what: 'linked' as const,
    }));
    await tellCrm(tx, causedByHubSpot(clock), happened);
  });
}

import { crmText } from '#contract/crm-text.ts';
import type { HubSpotObject } from '#server/crm/hubspot/client.ts';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import type { Refusal } from '#server/crm/hubspot/errors.ts';
import type { Mapping } from '#server/crm/kept/mapping.ts';
import { type AtWork, done, failed } from '#server/jobs/jobs.ts';
import { associateLinks } from './associate.ts';
import { type Companies, findOrMakeCompanies, keyText } from './companies.ts';
import { type Contacts, findOrMakeContacts, setLeadStatuses } from './contacts.ts';
import { findUnrecorded, type Stages, sendDeals } from './deals.ts';
import { companyKeyOf, emailOf, type PushedLead } from './lead-properties.ts';
import { type LeadOutcome, outcomeOf } from './outcomes.ts';
import { markPutAway, recordSent, type SentLead } from './record-sent.ts';
import {
  firstStatuses,
  pipelineOf,
  type StatusSent,
  statusesOfKnownDeals,
  statusOfNewDeal,
} from './statuses.ts';

export type Outcomes = Map<string, LeadOutcome>;
type Statuses = Map<string, StatusSent>;

/** What HubSpot has, or has got now, of the people and companies of leads, and what is said of them. */
type Prepared = {
  contacts: Contacts;
  companies: Companies;
  statuses: Statuses;
  /** Deals that an attempt before has made without having taken it down. */
  unrecorded: Map<string, HubSpotObject>;
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
  // What HubSpot has put away is left alone until it comes back.
  const leads = all.filter(({ archived_at }) => archived_at === null);
  const prepared = await prepare(context, mapping, leads, signal);
  const outcomes = refusalsOf(leads, prepared);
  const taken = leads.filter(({ id }) => !outcomes.has(id));
  const dealIds = new Map(
    taken.flatMap(({ id, deal_id }) => {
      const dealId = deal_id ?? prepared.unrecorded.get(id)?.id;
      return dealId ? [[id, dealId] as const] : [];
    }),
  );
  const stages = stagesOf(mapping, prepared.statuses);
  const deals = await sendDeals(context.client, taken, dealIds, stages, signal);
  await settleRefused(context, taken, dealIds, deals.refused, outcomes);
  const sentLeads = taken.flatMap((lead): SentLead[] => {
    const deal = deals.objects.get(lead.id);
    return deal ? [sentOf(lead, deal, dealIds.get(lead.id) ?? deal.id, prepared)] : [];
  });
  await linkLeads(context, sentLeads, outcomes, signal);
  const set = await setStatuses(context, sentLeads, outcomes, signal);
  await renew();
  const through = sentLeads.filter(({ lead }) => !outcomes.has(lead.id));
  await recordSent(context, through, set, [...prepared.unrecorded.values()]);
  for (const { id } of all) if (!outcomes.has(id)) outcomes.set(id, done);
  return outcomes;
}

async function prepare(
  context: CrmContext,
  mapping: Mapping,
  leads: PushedLead[],
  signal: AbortSignal,
): Promise<Prepared> {
  const { client } = context;
  const there = leads.filter(({ is_deleted }) => !is_deleted);
  const known = there.filter(({ deal_id }) => deal_id);
  const statuses = await statusesOfKnownDeals(context, known, signal);
  const unrecorded = await findUnrecorded(client, leads, signal);
  const added = there.filter(({ id, deal_id }) => !deal_id && !unrecorded.has(id));
  const contacts = await findOrMakeContacts(client, there, firstStatuses(mapping, added), signal);
  const companies = await findOrMakeCompanies(client, there, signal);
  for (const lead of added) {
    const status = statusOfNewDeal(mapping, lead, contacts.found.get(emailOf(lead) ?? ''));
    if (status) statuses.set(lead.id, status);
  }
  return { contacts, companies, statuses, unrecorded };
}

function sentOf(
  lead: PushedLead,
  deal: HubSpotObject,
  dealId: string,
  { contacts, companies, statuses }: Prepared,
): SentLead {
  const key = companyKeyOf(lead);
  return {
    lead,
    deal,
    dealId,
    contact: contacts.found.get(emailOf(lead) ?? ''),
    companyId: (key && companies.found.get(keyText(key))) ?? null,
    status: statuses.get(lead.id),
  };
}

/** Leads whose contact or company HubSpot does not take. */
function refusalsOf(leads: PushedLead[], { contacts, companies }: Prepared): Outcomes {
  const outcomes: Outcomes = new Map();
  for (const lead of leads) {
    const email = emailOf(lead);
    const ofContact = email && contacts.refused.get(email);
    if (ofContact) outcomes.set(lead.id, outcomeOf(crmText.parts.email(email), ofContact));
    const key = companyKeyOf(lead);
    const ofCompany = key && companies.refused.get(keyText(key));
    if (ofCompany) outcomes.set(lead.id, outcomeOf(crmText.parts.company(key.value), ofCompany));
  }
  return outcomes;
}

function stagesOf(mapping: Mapping, statuses: Statuses): Stages {
  return new Map(
    [...statuses].map(([id, { stage }]) => [id, { stage, pipeline: pipelineOf(mapping, stage) }]),
  );
}

/** A deal that is known and not found any more has been put away in HubSpot. */
async function settleRefused(
  context: CrmContext,
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
    else outcomes.set(id, outcomeOf(crmText.parts.deal, refusal));
  }
  if (away.length > 0) await markPutAway(context, away);
}

/** Associates what is new. */
async function linkLeads(
  { client }: CrmContext,
  sentLeads: SentLead[],
  outcomes: Outcomes,
  signal: AbortSignal,
): Promise<void> {
  const links = sentLeads.flatMap(({ lead, dealId, contact, companyId }) => {
    const contactId = contact?.id ?? null;
    const isLinked = lead.deal_id && contactId === lead.contact_id && companyId === lead.company_id;
    return lead.is_deleted || isLinked ? [] : [{ leadId: lead.id, dealId, contactId, companyId }];
  });
  for (const [id, reason] of await associateLinks(client, links, signal))
    outcomes.set(id, failed(crmText.reasons.notLinked(reason)));
}

/** Sets what contacts say; answers with those that were changed. */
async function setStatuses(
  { client }: CrmContext,
  sentLeads: SentLead[],
  outcomes: Outcomes,
  signal: AbortSignal,
): Promise<Map<string, HubSpotObject>> {
  const wanted = new Map<string, string>();
  for (const { contact, status } of sentLeads) {
    const value = status?.lead_status;
    if (contact && value && value !== contact.leadStatus) wanted.set(contact.id, value);
  }
  const { objects, refused } = await setLeadStatuses(client, wanted, signal);
  for (const { lead, contact } of sentLeads) {
    const refusal = contact && refused.get(contact.id);
    if (refusal) outcomes.set(lead.id, outcomeOf(crmText.parts.leadStatus, refusal));
  }
  return objects;
}

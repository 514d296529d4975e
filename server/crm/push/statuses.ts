import { statusKey } from '#contract/lead-status.ts';
import type { CrmContext } from '#server/crm/hubspot/crm-context.ts';
import { type Mapping, type ToSet, toHubSpot } from '#server/crm/kept/mapping.ts';
import type { Contact } from './contacts.ts';
import { emailOf, type PushedLead } from './lead-properties.ts';
import { readBeforeSending } from './read-before-sending.ts';

/** What is sent of a lead's status, and whether both sides agree on it from then on. */
export type StatusSent = ToSet & { isAgreed: boolean };

export function hasNoStage(mapping: Mapping): boolean {
  return firstStage(mapping) === undefined;
}

function firstStage(mapping: Mapping) {
  return mapping.find(({ kind, is_first, is_gone }) => kind === 'stage' && is_first && !is_gone);
}

export function pipelineOf(mapping: Mapping, stage: string): string | null {
  const found = mapping.find(({ kind, value }) => kind === 'stage' && value === stage);
  return found?.pipeline ?? null;
}

/** What contacts that have to be made begin with, by email: of several leads, what was set last. */
export function firstStatuses(mapping: Mapping, leads: PushedLead[]): Map<string, string> {
  const statuses = new Map<string, string>();
  const changedAt = (lead: PushedLead) => lead.status_changed_at ?? '';
  for (const lead of leads.toSorted((a, b) => (changedAt(a) < changedAt(b) ? 1 : -1))) {
    const email = emailOf(lead);
    const status = toHubSpot(mapping, lead.status ?? '')?.lead_status;
    if (email && status && !statuses.has(email)) statuses.set(email, status);
  }
  return statuses;
}

/**
 * Where a new deal begins. Sales may have been talking to its contact for long: a lead whose status
 * nobody has changed yet takes that over, instead of setting it back.
 */
export function statusOfNewDeal(
  mapping: Mapping,
  lead: PushedLead,
  contact: Contact | undefined,
): StatusSent | undefined {
  const first = firstStage(mapping);
  if (!first) return undefined;
  const atFirst = { stage: first.value, lead_status: null, isAgreed: false };
  const isOfContact = lead.status_changed_at === null && contact?.leadStatus;
  const current = { stage: null, lead_status: contact?.leadStatus ?? null };
  const mapped = lead.status === null ? undefined : toHubSpot(mapping, lead.status, current);
  if (!mapped) return atFirst;
  if (isOfContact && contact.leadStatus !== mapped.lead_status) return atFirst;
  if (mapped.lead_status && !contact) return atFirst;
  return { ...mapped, isAgreed: true };
}

/** Of deals that are known: only what is not what both sides have agreed on, and is the later. */
export async function statusesOfKnownDeals(
  context: CrmContext,
  leads: PushedLead[],
  signal: AbortSignal,
): Promise<Map<string, StatusSent>> {
  const changed = leads.filter(
    ({ status, agreed_status }) => statusKey(status ?? '') !== statusKey(agreed_status ?? ''),
  );
  if (changed.length === 0) return new Map();
  const ids = changed.map(({ id }) => id);
  const sends = await readBeforeSending(context, ids, signal);
  return new Map([...sends].map(([id, mapped]) => [id, { ...mapped, isAgreed: true }]));
}

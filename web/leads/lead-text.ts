import { statusGroups, statusKey } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import type { Partner } from '#contract/partners.ts';
import { isMissing, shown } from '#web/ui/format.ts';

export const unknownPartner = 'Unknown Partner';

/** spec §3: first and last name; where both are missing, contact_name. */
export function contactOf(lead: Pick<Lead, 'first_name' | 'last_name' | 'contact_name'>): string {
  const names = [lead.first_name, lead.last_name].filter((name) => !isMissing(name));
  return shown(names.join(' ').trim() || lead.contact_name);
}

/** A lead in a few words, for buttons that would otherwise all be called the same. */
export function leadName(lead: Lead): string {
  return isMissing(lead.company_name) ? contactOf(lead) : lead.company_name;
}

/** The statuses of each group, each once: `in progress` and `in_progress` are the same status. */
export const statusChoices = statusGroups.map(({ name, statuses }) => ({
  group: name,
  statuses: firstOfEachKey(statuses),
}));

function firstOfEachKey(statuses: readonly string[]): string[] {
  const keys = statuses.map(statusKey);
  return statuses.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

export type Option = { value: string; label: string };

/**
 * spec §2: 'All Partners' plus each partner; a partner in the address who is not among them reads
 * 'Unknown Partner'. Partners of the same name are told apart by their company.
 */
export function partnerOptions(partners: Partner[], selected: string): Option[] {
  const names = new Map<string, number>();
  for (const { name } of partners) names.set(name, (names.get(name) ?? 0) + 1);
  const options = partners
    .map(({ id, name, company, email }) => ({
      value: id,
      label: (names.get(name) ?? 0) > 1 ? `${name} (${company || email})` : name,
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const known = !selected || partners.some(({ id }) => id === selected);
  return [
    { value: '', label: 'All Partners' },
    ...options,
    ...(known ? [] : [{ value: selected, label: unknownPartner }]),
  ];
}

import type { Partner } from '#contract/partners.ts';
import { unknownPartner, unknownPartners } from '#contract/protocol.ts';
import { displayText } from '#web/ui/format.ts';
import { partnerName } from './partner-name.shared.ts';

/** Apart from partner-text.ts, as every list with a partner filter loads it. */
export const noPartners = 'No partners found';

export type PartnerOption = { value: string; label: string };

/**
 * spec §2: 'All Partners' plus each partner, and the deleted ones together. Partners of the same name
 * are told apart by their company.
 */
export function partnerOptions(partners: Partner[]): PartnerOption[] {
  const names = new Map<string, number>();
  const named = partners.map((partner) => ({ ...partner, name: partnerName(partner.name) }));
  for (const { name } of named) names.set(name, (names.get(name) ?? 0) + 1);
  const options = named
    .map(({ id, name, company, email }) => ({
      value: id,
      label: (names.get(name) ?? 0) > 1 ? `${name} (${displayText(company, email)})` : name,
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return [
    { value: '', label: 'All Partners' },
    ...options,
    { value: unknownPartners, label: unknownPartner },
  ];
}

/** What a filter reads: a partner in the address who is not among the options is an unknown one. */
export function partnerLabel(options: PartnerOption[], selected: string): string {
  return options.find(({ value }) => value === selected)?.label ?? unknownPartner;
}

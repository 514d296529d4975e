import type { Partner } from '#contract/partners.ts';
import { unknownPartner } from './partner-name.shared.ts';

export type PartnerOption = { value: string; label: string };

/**
 * spec §2: 'All Partners' plus each partner; a partner in the address who is not among them reads
 * 'Unknown Partner'. Partners of the same name are told apart by their company.
 */
export function partnerOptions(partners: Partner[], selected: string): PartnerOption[] {
  const names = new Map<string, number>();
  for (const { name } of partners) names.set(name, (names.get(name) ?? 0) + 1);
  const options = partners
    .map(({ id, name, company, email }) => ({
      value: id,
      label: (names.get(name) ?? 0) > 1 ? `${name} (${company || email})` : name,
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const isKnown = !selected || partners.some(({ id }) => id === selected);
  return [
    { value: '', label: 'All Partners' },
    ...options,
    ...(isKnown ? [] : [{ value: selected, label: unknownPartner }]),
  ];
}

import { displayText } from '#web/ui/format.ts';

/** spec §2: what stands in place of a partner who is not, or no longer, known. */
export const unknownPartner = 'Unknown Partner';

/** The partner of a lead or a company, as lists name them. */
export function partnerName(name: string | null): string {
  return displayText(name, unknownPartner);
}

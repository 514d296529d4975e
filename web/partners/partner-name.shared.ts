import { unknownPartner } from '#contract/protocol.ts';
import { displayText } from '#web/ui/format.ts';

/** The partner of a lead or a company, as lists name them. */
export function partnerName(name: string | null): string {
  return displayText(name, unknownPartner);
}

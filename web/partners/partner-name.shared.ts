import { unknownPartner } from '#contract/protocol.ts';
import { displayText } from '#web/ui/format.ts';

/**
 * A partner as they are called everywhere: who has been deleted is unknown, and whose name counts as
 * missing (spec §2) is there and has none.
 */
export function partnerName(name: string | null): string {
  return name === null ? unknownPartner : displayText(name);
}

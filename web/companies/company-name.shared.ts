// Apart from company-text.ts, as the Dashboard and other nouns name companies, too.
import { displayText } from '#web/ui/format.ts';

/** A company as it is called everywhere, also one that nobody has named. */
export function companyName(name: string | null): string {
  return displayText(name, 'No company name');
}

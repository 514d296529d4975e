import { z } from 'zod';
import { crmText } from '#contract/crm-text.ts';
import { shownText } from './foreign-text.ts';
import { labelOfProperty } from './property-names.ts';

/** What is wrong with one property of what was sent. */
export type PropertyFault = { property: string; message: string };
export type Told = { message: string; faults: PropertyFault[] };

const listed = z.array(z.looseObject({ name: z.string(), message: z.string() }));

/** What HubSpot has refused, for people: without the lists of data that its sentences end in. */
export function inPlainWords({ message, faults }: Told): string {
  const named = faults.length > 0 ? faults : faultsIn(message);
  const sentences = [...new Set(named.map(sentenceOf))];
  return shownText(sentences.join('; ') || message);
}

/** Where HubSpot names what is wrong only in its sentence: as a list of data at its end. */
function faultsIn(message: string): PropertyFault[] {
  const start = message.indexOf('[{');
  const end = message.lastIndexOf(']');
  if (start < 0 || end < start) return [];
  try {
    const data = listed.safeParse(JSON.parse(message.slice(start, end + 1))).data ?? [];
    return data.map((one) => ({ property: one.name, message: one.message }));
  } catch {
    return [];
  }
}

function sentenceOf({ property, message }: PropertyFault): string {
  const label = labelOfProperty(property);
  if (/(does not|doesn't) exist/.test(message)) return crmText.reasons.noProperty(property, label);
  return crmText.reasons.ofProperty(message.trim().replace(/\.$/, ''), label);
}

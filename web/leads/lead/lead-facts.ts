import { fieldMessages } from '#contract/fields.ts';
import { type LeadDetails, leadChange, leadLabels } from '#contract/leads.ts';
import { isMissing } from '#web/ui/format.ts';
import { formFields } from '../lead-form.ts';
import type { Correction } from './lead.api.ts';

type FormName = (typeof formFields)[number]['name'];
type PlainName = Exclude<keyof Correction, 'custom_fields'>;

/** What the keyboard of a phone and the browser are told about a value. */
type Hints = { type?: string; inputMode?: 'email' | 'tel' | 'url'; autoCapitalize?: 'none' };

/** Something that is known of a lead, and how it is corrected. */
export type LeadFact = {
  name: string;
  label: string;
  /** A text of several lines. */
  long?: true;
  hints?: Hints;
  read: (lead: Partial<LeadDetails>) => string | null;
  change: (lead: LeadDetails, text: string) => Correction;
};

/** What only the API brings; a field of the contract that is neither here nor in the form does not compile. */
const apiFields: Record<Exclude<PlainName, FormName>, { label: string; long?: true }> = {
  address: { label: 'Address' },
  city: { label: 'City' },
  state: { label: 'State' },
  zip: { label: 'Zip' },
  notes: { label: 'Notes', long: true },
};

function plainFact(name: PlainName, label: string): LeadFact {
  return {
    name,
    label,
    read: (lead) => {
      const value = lead[name];
      return isMissing(value) ? null : value;
    },
    change: (_, text) => ({ [name]: text.trim() }),
  };
}

/** In the order of the form. */
const formFacts = formFields.map(({ name, type, inputMode, autoCapitalize }): LeadFact => {
  const hints = { type, inputMode, autoCapitalize };
  const given = Object.entries(hints).filter(([, hint]) => hint !== undefined);
  return { ...plainFact(name, leadLabels[name]), hints: Object.fromEntries(given) };
});

export const companyFact = plainFact('company_name', leadLabels.company_name);
export const contactFacts = formFacts.filter(({ name }) => name !== companyFact.name);

/** Shown where they say something, or where somebody wants to add them. */
export const furtherFacts = Object.entries(apiFields).map(([name, { label, long }]) => ({
  ...plainFact(name as PlainName, label),
  ...(long && { long }),
}));

/** What a system that pushed the lead has sent under names of its own. */
export function customFacts({ custom_fields }: Partial<LeadDetails>): LeadFact[] {
  return Object.keys(custom_fields ?? {}).map((key) => ({
    name: `custom ${key}`,
    label: key,
    read: (lead) => textOf(lead.custom_fields?.[key]),
    change: (lead, text) => ({
      custom_fields: {
        ...lead.custom_fields,
        [key]: valueLike(lead.custom_fields?.[key], text.trim()),
      },
    }),
  }));
}

/** A value of any kind as a text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return isMissing(value) ? null : String(value);
}

/** What was a number or a yes or no stays one, where what is typed can be one. */
function valueLike(former: unknown, text: string): string | number | boolean | null {
  if (!text) return null;
  if (typeof former === 'number' && Number.isFinite(Number(text))) return Number(text);
  if (typeof former === 'boolean' && /^(true|false)$/i.test(text)) return /true/i.test(text);
  return text;
}

/** Why a correction would be refused (spec §5). */
export function faultOf(change: Correction): string | undefined {
  const { error } = leadChange.safeParse({ ...change, version: 1 });
  return error && Object.values(fieldMessages(error))[0];
}

type ReadFact = Pick<LeadFact, 'name' | 'label' | 'read'>;
const statusFact: ReadFact = {
  name: 'status',
  label: 'Status',
  read: ({ status }) => status ?? null,
};

/** What differs between a lead and what has become of it: each fact with both values. */
export function differences(before: LeadDetails, now: LeadDetails) {
  const custom = { ...before.custom_fields, ...now.custom_fields };
  const facts: ReadFact[] = [
    ...formFacts,
    ...furtherFacts,
    ...customFacts({ custom_fields: custom }),
    statusFact,
  ];
  return facts
    .map((fact) => ({ fact, from: fact.read(before), to: fact.read(now) }))
    .filter(({ from, to }) => from !== to);
}

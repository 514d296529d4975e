import { initialStatus, statusKey } from '#contract/lead-status.ts';
import { type Lead, lead, unsentFields } from '#contract/leads.ts';
import { foldText } from '#server/lib/text-keys.ts';
import { uuidv7 } from '#server/lib/uuid.ts';

type SentField = Exclude<keyof Lead, (typeof unsentFields)[number]>;
const unsent: ReadonlySet<string> = new Set(unsentFields);
const sentFields = Object.keys(lead.shape).filter((name) => !unsent.has(name)) as SentField[];

/** What form, upload and API bring; what one of them does not ask for is left out. */
export type LeadInput = Partial<Pick<Lead, SentField>> & {
  company_name: string | null;
  first_name: string;
  last_name: string;
  email: string;
};
export type LeadSource = 'form' | 'upload' | 'api';

/** What the portal writes beside what was sent. */
const ownColumns = [
  'id',
  'partner_id',
  'company_key',
  'status',
  'status_key',
  'search_text',
  'source',
  'import_id',
  'created_at',
] as const;

/** The columns of a new lead, in the order in which inserting and copying write them. */
export const leadColumns = [...ownColumns, ...sentFields];
export type LeadRow = Record<(typeof leadColumns)[number], string | null>;

/** The one place where a lead gets its id, its first status and the keys it is found by. */
export function leadRow(
  input: LeadInput,
  partnerId: string,
  source: LeadSource,
  createdAt: string,
  importId: string | null = null,
): LeadRow {
  const id = uuidv7();
  return {
    ...sentTexts(input),
    id,
    partner_id: partnerId,
    company_key: input.company_name ? companyKey(input.company_name) : `lead ${id}`,
    status: initialStatus,
    status_key: statusKey(initialStatus),
    search_text: searchTextOf(input),
    source,
    import_id: importId,
    created_at: createdAt,
  };
}

/** Everything that was sent, as the text that its column is written with. */
function sentTexts(input: LeadInput): Record<SentField, string | null> {
  const texts = {} as Record<SentField, string | null>;
  for (const field of sentFields) {
    const value = input[field] ?? null;
    texts[field] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  }
  return texts;
}

/** Two leads are of one company where this is equal; without a name, each lead is its own. */
function companyKey(name: string): string {
  return foldText(name).replace(/\s+/g, ' ');
}

/** A line for each thing that is searched, so that no match reaches from one into the next. */
function searchTextOf(input: LeadInput): string {
  return [input.company_name ?? '', contactOf(input), input.email].map(searchLine).join('\n');
}

function searchLine(text: string): string {
  return foldText(text).replaceAll('\n', ' ');
}

function contactOf(input: LeadInput): string {
  return `${input.first_name} ${input.last_name}`;
}

export type DuplicateKeys = { email: string; company: string; contact: string };

/** Two leads of a partner are the same where the email is, or the company and the contact. */
export function duplicateKeys(input: LeadInput & { company_name: string }): DuplicateKeys {
  return {
    email: searchLine(input.email),
    company: companyKey(input.company_name),
    contact: searchLine(contactOf(input)),
  };
}

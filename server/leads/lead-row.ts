import { initialStatus, statusKey } from '#contract/lead-status.ts';
import { foldText } from '#server/lib/text-keys.ts';
import { uuidv7 } from '#server/lib/uuid.ts';

/** What form, upload and API bring; what one of them does not ask for is left out. */
export type LeadInput = {
  company_name: string | null;
  first_name: string;
  last_name: string;
  email: string;
  website?: string | null;
  title?: string | null;
  phone_number?: string | null;
  country?: string | null;
  address?: string | null;
  city?: string | null;
  state?: string | null;
  zip?: string | null;
  notes?: string | null;
  custom_fields?: Record<string, unknown> | null;
};
export type LeadSource = 'form' | 'upload' | 'api';

/** The columns of a new lead, in the order in which inserting and copying write them. */
export const leadColumns = [
  'id',
  'partner_id',
  'company_name',
  'company_key',
  'website',
  'first_name',
  'last_name',
  'title',
  'email',
  'phone_number',
  'country',
  'address',
  'city',
  'state',
  'zip',
  'notes',
  'custom_fields',
  'status',
  'status_key',
  'search_text',
  'source',
  'import_id',
  'created_at',
] as const;
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
    id,
    partner_id: partnerId,
    company_name: input.company_name,
    company_key: input.company_name ? companyKey(input.company_name) : `lead ${id}`,
    website: input.website ?? null,
    first_name: input.first_name,
    last_name: input.last_name,
    title: input.title ?? null,
    email: input.email,
    phone_number: input.phone_number ?? null,
    country: input.country ?? null,
    address: input.address ?? null,
    city: input.city ?? null,
    state: input.state ?? null,
    zip: input.zip ?? null,
    notes: input.notes ?? null,
    custom_fields: input.custom_fields ? JSON.stringify(input.custom_fields) : null,
    status: initialStatus,
    status_key: statusKey(initialStatus),
    search_text: searchTextOf(input),
    source,
    import_id: importId,
    created_at: createdAt,
  };
}

/** Two leads are of one company where this is equal; without a name, each lead is its own. */
function companyKey(name: string): string {
  return foldText(name).replace(/\s+/g, ' ');
}

/** A line for each thing that is searched, so that no match reaches from one into the next. */
function searchTextOf(lead: LeadInput): string {
  return [lead.company_name ?? '', contactOf(lead), lead.email].map(searchLine).join('\n');
}

function searchLine(text: string): string {
  return foldText(text).replaceAll('\n', ' ');
}

function contactOf(lead: LeadInput): string {
  return `${lead.first_name} ${lead.last_name}`;
}

export type DuplicateKeys = { email: string; company: string; contact: string };

/** Two leads of a partner are the same where the email is, or the company and the contact. */
export function duplicateKeys(lead: LeadInput & { company_name: string }): DuplicateKeys {
  return {
    email: searchLine(lead.email),
    company: companyKey(lead.company_name),
    contact: searchLine(contactOf(lead)),
  };
}

import { initialStatus, statusKey } from '#contract/lead-status.ts';
import { type LeadDetails, leadDetails, type leadSources, unsentFields } from '#contract/leads.ts';
import { foldText } from '#server/lib/text-keys.ts';
import { uuidv7 } from '#server/lib/uuid.ts';

type SentField = Exclude<keyof LeadDetails, (typeof unsentFields)[number]>;
const unsent: ReadonlySet<string> = new Set(unsentFields);
export const sentFields = Object.keys(leadDetails.shape).filter(
  (name) => !unsent.has(name),
) as SentField[];

/** What form, upload and API bring; what one of them does not ask for is left out. */
export type LeadInput = Partial<Pick<LeadDetails, SentField>> & {
  company_name: string | null;
  first_name: string;
  last_name: string;
  email: string;
};
/** How a lead came: an upload is known by its import, the API by what the token is called. */
export type LeadOrigin = {
  source: (typeof leadSources)[number];
  importId?: string;
  tokenName?: string;
};

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
  'import_row',
  'token_name',
  'created_at',
] as const;

/** The columns of a new lead, in the order in which inserting and copying write them. */
export const leadColumns = [...ownColumns, ...sentFields];
/** What of a lead is kept when it is deleted, and brought back; its version grows each time. */
export const keptColumns = [
  ...leadColumns,
  'contact_name',
  'status_changed_at',
  'won_at',
  'came',
] as const;
export const everyLeadColumn = [...keptColumns, 'version'] as const;
/**
 * A text for each of them, in their order. Not an object by name: put together from what the contract
 * names, one would take twice the time for each of 200,000 rows, and hold up everybody's calls.
 */
export type LeadRow = readonly (string | null)[];

/** The one place where a lead gets its id, its first status and the keys it is found by. The row is
 * that of the file it came with, as a spreadsheet shows it. */
export function leadRow(
  input: LeadInput,
  partnerId: string,
  origin: LeadOrigin,
  createdAt: string,
  importRow?: number,
): LeadRow {
  const id = uuidv7();
  const own: Record<(typeof ownColumns)[number], string | null> = {
    id,
    partner_id: partnerId,
    company_key: companyKeyOf(id, input.company_name),
    status: initialStatus,
    status_key: statusKey(initialStatus),
    search_text: searchTextOf(input),
    source: origin.source,
    import_id: origin.importId ?? null,
    import_row: importRow === undefined ? null : String(importRow),
    token_name: origin.tokenName ?? null,
    created_at: createdAt,
  };
  const row: (string | null)[] = [];
  for (const column of ownColumns) row.push(own[column]);
  for (const field of sentFields) row.push(storedText(input[field]));
  return row;
}

/** What a lead is found by; a lead that is corrected is found by what it says since. */
export type NamedLead = {
  company_name: string | null;
  first_name: string | null;
  last_name: string | null;
  contact_name?: string | null;
  email: string | null;
};
export function leadKeys(
  id: string,
  lead: NamedLead,
): { company_key: string; search_text: string } {
  return {
    company_key: companyKeyOf(id, lead.company_name),
    search_text: searchTextOf(lead),
  };
}

export function storedText(value: LeadInput[SentField]): string | null {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return value ?? null;
}

/** Two leads are of one company where this is equal; without a name, each lead is its own. */
function companyKeyOf(id: string, name: string | null): string {
  return name ? companyKey(name) : `lead ${id}`;
}

/** Of a company without a name: its key is that of its only lead. */
export function leadOfKey(companyKey: string): string {
  return companyKey.replace(/^lead /, '');
}

function companyKey(name: string): string {
  return foldText(name).replace(/\s+/g, ' ');
}

/** A line for each thing that is searched, so that no match reaches from one into the next. */
function searchTextOf(lead: NamedLead): string {
  return [lead.company_name ?? '', contactOf(lead), lead.email ?? ''].map(searchLine).join('\n');
}

function searchLine(text: string): string {
  return foldText(text).replaceAll('\n', ' ');
}

/** Where both names are missing, contact_name stands in for them. */
function contactOf({ first_name, last_name, contact_name }: NamedLead): string {
  if (first_name && last_name) return `${first_name} ${last_name}`;
  return first_name || last_name || contact_name || '';
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

import { uploadColumns } from '#contract/imports.ts';
import type { LeadDetails } from '#contract/leads.ts';
import type { Side } from './lead-filter.ts';

export type ExportedLead = Pick<
  LeadDetails,
  | (typeof uploadColumns)['required' | 'optional'][number]
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'notes'
  | 'status'
  | 'source'
  | 'partner_name'
  | 'created_at'
  | 'id'
>;
type Column = {
  title: string;
  text: (lead: ExportedLead) => string | null;
  administratorsOnly?: true;
};

/** First the columns of an upload, by its own names: an exported file can be uploaded as it is. */
const uploaded = [...uploadColumns.required, ...uploadColumns.optional].map(
  (name): Column => ({ title: name, text: (lead) => lead[name] }),
);

/** Titles that an upload knows nothing of, so that it asks nothing about them. */
const columns: Column[] = [
  ...uploaded,
  { title: 'address', text: ({ address }) => address },
  { title: 'city', text: ({ city }) => city },
  { title: 'state', text: ({ state }) => state },
  { title: 'zip', text: ({ zip }) => zip },
  { title: 'notes', text: ({ notes }) => notes },
  { title: 'status', text: ({ status }) => status },
  { title: 'source', text: ({ source }) => source },
  {
    title: 'partner',
    text: ({ partner_name }) => partner_name ?? 'Unknown Partner',
    administratorsOnly: true,
  },
  { title: 'submitted_at', text: ({ created_at }) => created_at },
  { title: 'id', text: ({ id }) => id },
];
const columnsOf: Record<Side, Column[]> = {
  admin: columns,
  partner: columns.filter(({ administratorsOnly }) => !administratorsOnly),
};

export function exportedTitles(role: Side): string[] {
  return columnsOf[role].map(({ title }) => title);
}

export function exportedCells(lead: ExportedLead, role: Side): string[] {
  return columnsOf[role].map(({ text }) => keepApostrophes(text(lead) ?? ''));
}

/**
 * An upload takes one apostrophe away from before what looks like a formula, since that is how such
 * texts are guarded. One that belongs to the text gets a second.
 */
function keepApostrophes(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

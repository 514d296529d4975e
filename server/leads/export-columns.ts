import { uploadColumns } from '#contract/imports.ts';
import { displayStatus } from '#contract/lead-status.ts';
import type { LeadDetails } from '#contract/leads.ts';
import { unknownPartner } from '#contract/protocol.ts';
import { keepApostrophes } from '#server/spreadsheets/formula.ts';
import type { ListReader, Side } from './lead-filter.ts';

/** First the columns of an upload, by its own names: an exported file can be uploaded as it is. */
const uploaded = [...uploadColumns.required, ...uploadColumns.optional];
/** Titles that an upload knows nothing of, so that it asks nothing about them. */
const more = ['address', 'city', 'state', 'zip', 'notes', 'status', 'source'] as const;
/** What a person reads, on the screen and in the file. */
const shown: Partial<Record<(typeof more)[number], Column['text']>> = {
  status: ({ status, created_at }, now) =>
    status && displayStatus(status, new Date(created_at), now).text,
};

/** By these an upload knows an export of ours, which lead each row is and whose it was. */
export const exportTitles = { id: 'id', partner: 'partner', submittedAt: 'submitted_at' } as const;

/** What of a lead's own row a file is made of. */
export const exportedColumns = [...uploaded, ...more, 'created_at', 'id'] as const;
export type ExportedLead = Pick<LeadDetails, (typeof exportedColumns)[number] | 'partner_name'>;
type Column = {
  title: string;
  text: (lead: ExportedLead, now: Date) => string | null;
  administratorsOnly?: true;
};

const columns: Column[] = [
  ...uploaded.map((name): Column => ({ title: name, text: (lead) => lead[name] })),
  ...more.map((name): Column => ({ title: name, text: shown[name] ?? ((lead) => lead[name]) })),
  {
    title: exportTitles.partner,
    text: ({ partner_name }) => partner_name ?? unknownPartner,
    administratorsOnly: true,
  },
  { title: exportTitles.submittedAt, text: ({ created_at }) => created_at },
  { title: exportTitles.id, text: ({ id }) => id },
];
const columnsOf: Record<Side, Column[]> = {
  admin: columns,
  partner: columns.filter(({ administratorsOnly }) => !administratorsOnly),
};

export function exportedTitles(role: Side): string[] {
  return columnsOf[role].map(({ title }) => title);
}

export function exportedCells(lead: ExportedLead, { role, now }: ListReader): string[] {
  return columnsOf[role].map(({ text }) => keepApostrophes(text(lead, now) ?? ''));
}

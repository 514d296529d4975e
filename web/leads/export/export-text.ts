import { leadsText, selectedText } from '../many/many-text.ts';

/** What only the panel says: apart, so that the lists load none of it. */
export const exportMessages = {
  nothing: 'There is nothing to export.',
  cancelled: 'The export was cancelled. No file was saved.',
} as const;

/** What an export is of: of chosen leads, or of all that the list shows. */
export function exportText(chosen: string[] | undefined, total: number | undefined): string {
  const listed = total === undefined ? 'What the list shows' : `${leadsText(total)}, as listed`;
  return `${chosen ? selectedText(chosen.length) : listed}. The file can be uploaded again.`;
}

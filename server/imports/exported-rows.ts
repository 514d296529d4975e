import { exportTitles } from '#server/leads/export-columns.ts';
import { isUuid } from '#server/lib/uuid.ts';
import { withoutGuard } from '#server/spreadsheets/formula.ts';
import { foldTitle } from './synonyms.ts';

/** Where a file that the portal has exported says which lead a row is, and whose it was. */
export type ExportColumns = { id: number; partner: number | undefined };
/** What a row of such a file says of itself; whatever stands in a column called `id` is no id yet. */
export type ExportedRow = { leadId?: string; partner?: string };

/** Undefined for a file that is no export of ours. */
export function exportColumnsIn(titles: readonly string[]): ExportColumns | undefined {
  const folded = titles.map(foldTitle);
  const placeOf = (title: string) => {
    const place = folded.indexOf(foldTitle(title));
    return place < 0 ? undefined : place;
  };
  const id = placeOf(exportTitles.id);
  if (id === undefined || placeOf(exportTitles.submittedAt) === undefined) return undefined;
  return { id, partner: placeOf(exportTitles.partner) };
}

export function readExportedRow(
  cells: readonly string[],
  columns: ExportColumns | undefined,
): ExportedRow {
  if (!columns) return {};
  const read = (place: number | undefined) =>
    place === undefined ? '' : withoutGuard((cells[place] ?? '').trim());
  const leadId = read(columns.id).toLowerCase();
  const partner = read(columns.partner);
  return { ...(isUuid(leadId) && { leadId }), ...(partner && { partner }) };
}

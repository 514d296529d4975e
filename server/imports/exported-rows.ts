import { exportTitles } from '#server/leads/export-columns.ts';
import { foldText } from '#server/lib/text-keys.ts';
import { isUuid } from '#server/lib/uuid.ts';
import { withoutGuard } from '#server/spreadsheets/formula.ts';
import { cut } from './answer-bounds.ts';
import { foldTitle } from './synonyms.ts';

/** Where a file that the portal has exported says which lead a row is, and whose it was. */
export type ExportColumns = { id: number; partner: number | undefined };
/**
 * What a row of such a file says of itself; whatever stands in a column called `id` is no id yet. Another
 * partner than the owner is kept as they are told, since every row may name one at any length.
 */
export type ExportedRow = { leadId?: string; otherPartner?: string };

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

/** `owner` is folded, and there only where it matters whose the rows were. */
export function readExportedRow(
  cells: readonly string[],
  columns: ExportColumns | undefined,
  owner: string | undefined,
): ExportedRow {
  if (!columns) return {};
  const read = (place: number) => withoutGuard((cells[place] ?? '').trim());
  const leadId = read(columns.id).toLowerCase();
  const named = columns.partner === undefined ? '' : read(columns.partner);
  const isOther = owner !== undefined && named !== '' && !isNameOf(owner, named);
  return { ...(isUuid(leadId) && { leadId }), ...(isOther && { otherPartner: cut(named) }) };
}

/** Of a text whose accents are letters of their own, so many are one when it is folded. */
const mostLettersOfOne = 4;

function isNameOf(owner: string, named: string): boolean {
  // What is longer is not folded: to put marks in order takes the square of their number.
  return named.length <= owner.length * mostLettersOfOne && foldText(named) === owner;
}

import { importText, uploadColumns } from '#contract/imports.ts';
import { maxUploadColumns } from '#contract/limits.ts';
import type { BrokenRowFault } from '#server/spreadsheets/rows.ts';
import { maxSheetColumns } from '#server/spreadsheets/rows.ts';
import type { SpreadsheetFault } from '#server/spreadsheets/spreadsheet-error.ts';

/** Thrown where a file as a whole cannot be taken; its message is for the person who sent it. */
export class Refusal extends Error {}

// By hand: the tables of all languages take a twentieth of the portal's start to load.
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
const required = uploadColumns.required;
const requiredList = `${required.slice(0, -1).join(', ')} and ${required.at(-1)}`;

export const refusalText = {
  notAFile: importText.invalidFile,
  noRows: importText.noRows,
  empty: 'The file is empty',
  tooManyColumns: `The file has more than ${grouped(maxUploadColumns)} columns: keep those of the leads and upload it again`,
  noHeader: `The file has no header row: its first row must name the columns ${requiredList}`,
  columnsUnsaid: `Say which column is which: without a row of names, ${requiredList} need a column each`,
  noColumns: `No column of the file is understood: its first row must name the columns ${requiredList}`,
  password: 'The file is protected with a password: remove the password and upload it again',
  damaged: 'The file is damaged or incomplete: save it again and upload the new file',
  unreadable:
    'The file could not be read. Save it as CSV or as a new Excel workbook and upload it again.',
  tooSlow:
    'The file took too long to read. Split it into smaller files and upload them one by one.',
  tooLargeInside:
    'The file is too large once unpacked. Keep only the sheet with the leads and upload it again.',
  disguised: `${importText.invalidFile}. This one is a web page or XML that spreadsheet programs also open: save it as CSV or XLSX there and upload that.`,
} as const satisfies Record<SpreadsheetFault, string> & Record<string, string>;

export const brokenRowText = {
  notClosed: 'A quoted text begins in this row and never ends: check its quotation marks',
  tooLong: 'This row is too long to be read: check its quotation marks',
  tooWide: `This row has more than ${grouped(maxSheetColumns)} cells: keep the columns of the leads`,
} as const satisfies Record<BrokenRowFault, string>;

export function tooManyRows(maxRows: number): string {
  return `The file has more than ${grouped(maxRows)} rows. Split it into smaller files and upload them one by one.`;
}

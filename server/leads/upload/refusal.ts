import { uploadColumns, uploadText } from '#contract/leads.ts';

/** Thrown where a file as a whole cannot be taken; its message is for the person who sent it. */
export class Refusal extends Error {}

const required = uploadColumns.required;
const requiredList = `${required.slice(0, -1).join(', ')} and ${required.at(-1)}`;

export const refusalText = {
  notAFile: uploadText.invalidFile,
  noRows: uploadText.noRows,
  empty: 'The file is empty',
  tooManyColumns:
    'The file has more than 1,000 columns: keep those of the leads and upload it again',
  noHeader: `The file has no header row: its first row must name the columns ${requiredList}`,
  password: 'The file is protected with a password: remove the password and upload it again',
  damaged: 'The file is damaged or incomplete: save it again and upload the new file',
  unreadable:
    'The file could not be read. Save it as CSV or as a new Excel workbook and upload it again.',
  tooSlow:
    'The file took too long to read. Split it into smaller files and upload them one by one.',
  tooLargeInside:
    'The file is too large once unpacked. Keep only the sheet with the leads and upload it again.',
  disguised: `${uploadText.invalidFile}. This one is a web page or XML that spreadsheet programs also open: save it as CSV or XLSX there and upload that.`,
} as const;

export function tooManyRows(maxRows: number): string {
  const limit = maxRows.toLocaleString('en-US');
  return `The file has more than ${limit} rows. Split it into smaller files and upload them one by one.`;
}

import { uploadColumns } from './imports.ts';
import { maxUploadColumns, maxUploadMegabytes, rateLimits } from './limits.ts';
import { tryAgain } from './wait-text.ts';

const invalidFile = 'Please upload a valid CSV or Excel file';
const needed = uploadColumns.required;
const neededColumns = `${needed.slice(0, -1).join(', ')} and ${needed.at(-1)}`;
const splitFile = 'Split it into smaller files and upload them one by one.';

/** What uploads and the records of imports are answered with (spec §5, §8), each sentence once. */
export const importText = {
  noFile: 'Please select a file to upload',
  invalidFile,
  oneFile: 'Please upload one file at a time',
  tooLarge: `The file is larger than ${maxUploadMegabytes} MB`,
  cutOff: 'The upload was cut off before the whole file arrived',
  anotherUpload: 'Another upload of yours is still being processed. Please wait for it to finish.',
  busy: 'Many files are being processed right now. Please try again in a moment.',
  dailyRows: (
    most: number = rateLimits.uploaded_rows.max,
    seconds = rateLimits.uploaded_rows.seconds,
  ) =>
    `You can upload and check ${grouped(most)} rows in 24 hours, and this file has more than are left. No leads were stored. ${tryAgain(seconds)}`,
  moreThanDailyRows: (most: number = rateLimits.uploaded_rows.max) =>
    `You can upload and check ${grouped(most)} rows in 24 hours, and this file has more. No leads were stored. ${splitFile}`,
  twoPartners: 'partner_id is sent more than once, with different partners',
  otherFile: 'This upload_id belongs to another file or other choices: use a new one.',

  // Called as `SpreadsheetFault` calls what is wrong with a file:
  notAFile: invalidFile,
  disguised: `${invalidFile}. This one is a web page or XML that spreadsheet programs also open: save it as CSV or XLSX there and upload that.`,
  empty: 'The file is empty. Please choose a file with at least one lead.',
  noRows: 'The file has no leads: add at least one row below the header row',
  password: 'The file is protected with a password: remove the password and upload it again',
  damaged: 'The file is damaged or incomplete: save it again and upload the new file',
  unreadable:
    'The file could not be read. Save it as CSV or as a new Excel workbook and upload it again.',
  tooSlow: `The file took too long to read. ${splitFile}`,
  tooLargeInside:
    'The file is too large once unpacked. Keep only the sheet with the leads and upload it again.',
  tooManyRows: (most: number) => `The file has more than ${grouped(most)} rows. ${splitFile}`,
  tooManyColumns: `The file has more than ${grouped(maxUploadColumns)} columns: keep those of the leads and upload it again`,

  noHeader: `The file has no header row: its first row must name the columns ${neededColumns}`,
  noColumns: `No column of the file is understood: its first row must name the columns ${neededColumns}`,
  columnsUnsaid: `Say which column is which: without a row of names, ${neededColumns} need a column each`,
  columnTwice: (name: string) => `Column ${name} appears more than once`,
  columnMissing: (name: string) => `Column ${name} is missing`,

  row: (row: number, message: string) => `Row ${row}: ${message}`,
  rowNotClosed: 'A quoted text begins in this row and never ends: check its quotation marks',
  rowTooLong: 'This row is too long to be read: check its quotation marks',
  rowTooWide: (most: number) =>
    `This row has more than ${grouped(most)} cells: keep the columns of the leads`,
  rowWiderThanHeader:
    'This row has more cells than the header row: put a text that holds the separator in quotes',
  cellUnreadable: 'This cell has a character that could not be read: save the file as CSV UTF-8',
  digitsLost:
    'The spreadsheet shortened this phone number and its digits are lost: format the column as text and enter it again',

  reportTooLarge: `With a column Errors the rows take more than the ${maxUploadMegabytes} MB that can be uploaded. Split the file into smaller ones and upload them one by one.`,
  notFound: 'Import not found',
  touched:
    'This import can no longer be undone: some of its leads have been changed or deleted since.',
  undone: 'This import has already been undone.',
} as const;

type Problem = { row: number; column: string | null; message: string };

/** Of a file whose rows or columns are wrong: how much is, and the first of it. */
export function notStoredText(first: Problem | undefined, count: number): string {
  const place = first ? ` in row ${first.row}${first.column ? `, ${first.column}` : ''}` : '';
  const found =
    count === 1 ? `1 problem was found${place}` : `${count} problems were found, the first${place}`;
  return `No leads were stored. ${found}: ${first?.message ?? ''}`;
}

// By hand: the tables of all languages take a twentieth of the portal's start to load.
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

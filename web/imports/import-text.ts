import type { ImportRecord } from '#contract/imports.ts';
import { maxUploadMegabytes } from '#contract/limits.ts';
import { partnerName } from '#web/partners/partner-name.shared.ts';
import { counted, displayText, shortDate, shortTime } from '#web/ui/format.ts';
import { acceptedExtensions } from './accepted-files.ts';

/** spec §5 and §8, and the generic file-drop messages: what the upload screen says, each once. */
export const importMessages = {
  forPartner:
    'Every row that is uploaded becomes a lead of this partner. Rows of an export that name another one are asked about.',
  forOneself:
    'Every row that is uploaded becomes a lead of your own. Choose a partner to add for them.',
  done: 'Leads have been uploaded successfully',
  failed: 'Failed to upload leads. Please check your file format and try again.',
  choose: `One CSV or Excel file (${acceptedExtensions.join(', ')}), at most ${maxUploadMegabytes} MB`,
  ready: 'File is ready to upload',
  changedSinceChosen: 'The file has changed or moved since you chose it. Please choose it again.',
  uploading: 'Uploading…',
  // Also while its last bytes are on their way: it waits for other files, of whoever.
  waiting: 'Waiting to be checked…',
  checking: 'Checking the file…',
  storing: 'Storing the leads…',
  notUploaded: 'Not uploaded',
  nameless: 'The first row is read as a lead.',
  confirmColumns: 'Confirm the columns',
  nothingLeft: 'Nothing left to upload',
  notReadable: 'This file cannot be uploaded',
  leaveTitle: 'Stop the upload?',
  leaveQuestion:
    'The file is still being uploaded. If you leave this page now, its leads are not stored.',
  rowsAsXlsx: 'The rows come back as an Excel workbook (XLSX).',
  allRepeat: 'Every row of the file repeats: with all of them skipped, nothing is left to upload.',
  allLeftOut: 'With all of these rows left out, nothing is left to upload.',
  notChecked: 'The file could not be checked in advance. Upload tries again.',
  downloadFailed: 'Failed to download the rows',
  historyFailed: 'Earlier uploads could not be loaded.',
  historyPageFailed: 'The page could not be loaded.',
  undoDone: 'The upload has been undone',
  fromUpload: 'From an earlier upload',
  unknownUpload: 'From an upload that is not among yours',
  undoFailed: 'Failed to undo the upload',
} as const;

/** Why Upload is off, beside the button and read out with it. */
export const offReasons = {
  'no file': 'Choose a file first.',
  waiting: 'The upload goes on as soon as the file is checked.',
  uploading: 'The upload is under way.',
  refused: 'Choose another file, or mend this one and choose it again.',
  columns: 'Upload is off until each required field has a column.',
  'columns to confirm': 'Upload is off until the columns are confirmed.',
  problems: 'Upload is off while there are problems.',
  duplicates: 'Upload is off: with every repeated row skipped, nothing is left.',
  partners: 'Upload is off: with the rows of other partners left out, nothing is left.',
  'duplicates and partners':
    'Upload is off: without repeated rows and those of other partners, nothing is left.',
} as const;

export type OffReason = keyof typeof offReasons;

/** A server that has stored the leads may learn too late that nobody waits for its answer. */
export const cancelledTexts = {
  waiting: 'Upload cancelled. No leads were stored.',
  uploading:
    'Upload cancelled. If its leads were stored at the last moment, it appears under Earlier uploads.',
} as const;

/** In the step that asks for the columns, and where confirming them is what is next. */
export const useColumnsText = 'Use these columns';

/** What the primary button says: the one thing to do next. */
export const primaryTexts = {
  upload: () => 'Upload',
  'choose columns': () => 'Choose columns',
  'use columns': () => useColumnsText,
  'import valid rows': (rows: number) => `Import the ${counted(rows, 'valid row')}`,
  'another file': () => 'Upload',
} as const;

export type PrimaryAction = keyof typeof primaryTexts;

/** The wrong file is told; that the right one is still there, this says. Its name may be cut: it is last. */
export function stillChosenText(fileName: string): string {
  return `Still chosen: ${fileName}`;
}

function skippedText(count: number): string {
  return `${counted(count, 'duplicate was', 'duplicates were')} skipped`;
}

/** What became of a file whose wrong rows stay behind. */
export function storedText(stored: LeftOut & { count: number; failed: number }): string {
  const texts = [
    `${counted(stored.count, 'lead was', 'leads were')} stored`,
    leftBehindText(stored.failed),
    ...leftOutTexts(stored),
  ];
  return texts.map((text) => `${text}.`).join(' ');
}

type LeftOut = { skipped: number; others: number };

/** Of rows that were right and not wanted: a sentence for each kind. */
export function leftOutTexts({ skipped, others }: LeftOut): string[] {
  const texts = [];
  if (skipped > others) texts.push(skippedText(skipped - others));
  if (others > 0) texts.push(`${othersText(others, 'was', 'were')} left out`);
  return texts;
}

/** `1 row of another partner is`, `2 rows of other partners are` */
export function othersText(count: number, one: string, many: string): string {
  return counted(count, `row of another partner ${one}`, `rows of other partners ${many}`);
}

/** Of the rows that are wrong, where the valid ones are imported without them. */
export function leftBehindText(count: number): string {
  return `${counted(count, 'row stays', 'rows stay')} behind`;
}

/** For a partner: who has uploaded a file for them. */
export function uploadedByText(name: string | null): string {
  return `Uploaded by ${displayText(name, 'an administrator')}`;
}

/** Why an upload cannot be undone, in the place of the button. */
export const undoReasons = {
  undone: 'Undone',
  touched: 'Leads changed or deleted since',
  nothingStored: 'Nothing was stored',
} as const;

type NamedUpload = Pick<ImportRecord, 'file_name' | 'created_at'>;

/** The same file is often uploaded twice: its name alone does not say which upload is meant. */
function uploadTime({ created_at }: NamedUpload): string {
  return `${shortDate(created_at)}, ${shortTime(created_at)}`;
}

/** `From autumn.csv, Nov 15, 2026, 10:42 AM` */
export function fromImportText(upload: NamedUpload): string {
  return `From ${upload.file_name}, ${uploadTime(upload)}`;
}

/** Whose the leads of an upload are, where they are not the reader's own. */
export function ownerOfUpload(
  { partner_id, user_id, user_name, for_partner }: ImportRecord,
  readerId: string | undefined,
): string | undefined {
  if (partner_id === readerId) return undefined;
  return partnerName(partner_id === user_id ? user_name : for_partner);
}

export function undoQuestion(upload: NamedUpload & Pick<ImportRecord, 'stored'>): string {
  const leads = `${counted(upload.stored, 'lead')} of ${upload.file_name}`;
  return `The ${leads}, uploaded on ${uploadTime(upload)}, will be deleted. This action cannot be undone.`;
}

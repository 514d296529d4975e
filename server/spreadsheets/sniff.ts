import { SpreadsheetError } from './spreadsheet-error.ts';

export type FileKind = 'compound' | 'biff' | 'zip' | 'text';

/** How much of a file's beginning decides what it is. */
export const sampleBytes = 64 * 1024;

const magics: readonly { kind: FileKind | 'other'; bytes: readonly number[] }[] = [
  { kind: 'compound', bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
  { kind: 'zip', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { kind: 'other', bytes: [0x50, 0x4b, 0x05, 0x06] },
  // The first record of a workbook from before Excel 97, and of one taken out of its container.
  { kind: 'biff', bytes: [0x09, 0x00, 0x04, 0x00] },
  { kind: 'biff', bytes: [0x09, 0x02, 0x06, 0x00] },
  { kind: 'biff', bytes: [0x09, 0x04, 0x06, 0x00] },
  { kind: 'biff', bytes: [0x09, 0x08, 0x08, 0x00] },
  { kind: 'biff', bytes: [0x09, 0x08, 0x10, 0x00] },
  { kind: 'other', bytes: [...Buffer.from('%PDF')] },
  { kind: 'other', bytes: [...Buffer.from('{\\rtf')] },
  { kind: 'other', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { kind: 'other', bytes: [0xff, 0xd8, 0xff] },
  { kind: 'other', bytes: [...Buffer.from('GIF8')] },
  { kind: 'other', bytes: [0x1f, 0x8b] },
  { kind: 'other', bytes: [...Buffer.from('Rar!')] },
  { kind: 'other', bytes: [...Buffer.from('7z'), 0xbc, 0xaf] },
];

/** What the bytes say, whatever the name or the declared type; throws where they say neither. */
export function sniff(sample: Buffer): FileKind {
  if (sample.length === 0) throw new SpreadsheetError('empty');
  const magic = magics.find(({ bytes }) => bytes.every((byte, index) => sample[index] === byte));
  if (magic?.kind === 'other') throw new SpreadsheetError('notAFile');
  return magic?.kind ?? 'text';
}

const markup = /^\s*<(\?xml|!doctype|!--|html|head|body|table|meta|style|div|workbook|svg)\b/i;
const table = /<table\b|urn:schemas-microsoft-com:office/i;

/** Many systems export a web page or SpreadsheetML under the name .xls: say so. */
export function refuseMarkup(head: string): void {
  if (!markup.test(head)) return;
  throw new SpreadsheetError(table.test(head) ? 'disguised' : 'notAFile');
}

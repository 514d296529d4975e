import { SpreadsheetError } from '../spreadsheet-error.ts';
import { record, recordsOf } from './records.ts';
import { checkSharedTexts } from './shared-texts.ts';
import { type Version, versionTaker } from './versions.ts';

/** How a range was sorted last: SheetJS has no reader for it and goes on behind it. */
const passedOver = 0x0090;
/** What a sheet of XLS has. */
const mostColumns = 256;
const sharedTexts = 0x00fc;

/** What stands in the place of a formula's number: a text, a truth, an error, or none. */
const kinds = { none: 3 };

const formulas: ReadonlySet<number> = new Set([0x0006, 0x0206, 0x0406]);
/** Numbers, truths and errors, texts of a cell's own and shared ones: a row, a column and a style come first. */
const cells: ReadonlySet<number> = new Set([
  ...formulas,
  ...[0x0203, 0x0003, 0x0002, 0x0205, 0x0005, 0x027e, 0x00bd, 0x00fd, 0x00d6, 0x0204, 0x0004],
]);

/** Where a record says how many letters it has, and in how many bytes. */
type Count = { at: number; bytes: 1 | 2 };
const counts = new Map<number, (version: Version) => Count>([
  [0x0085, (version) => ({ at: version === 4 ? 0 : 6, bytes: 1 })],
  [0x00d6, (version) => ({ at: cellSize(version), bytes: 2 })],
  [0x0204, (version) => ({ at: cellSize(version), bytes: version === 2 ? 1 : 2 })],
  [0x0004, (version) => ({ at: 7, bytes: version === 8 ? 2 : 1 })],
  [0x0207, (version) => ({ at: 0, bytes: version === 2 ? 1 : 2 })],
  [0x0007, () => ({ at: 0, bytes: 1 })],
  [0x041e, (version) => ({ at: 2, bytes: version === 8 ? 2 : 1 })],
  [0x001e, (version) => ({ at: 0, bytes: version === 8 ? 2 : 1 })],
]);

const needed: ReadonlySet<number> = new Set([
  ...cells,
  ...counts.keys(),
  ...[sharedTexts, ...record.bof, record.eof, record.continued],
  // The code page, dates from 1904, styles, and how large a sheet is.
  ...[0x0042, 0x0022, 0x0043, 0x0243, 0x0443, 0x00e0, 0x0200],
]);

/**
 * SheetJS reads far more than cells, and some of it for ever where a record is cut short or counts
 * more than it has. It is left nothing but what cells are made of, each record checked in the
 * version that SheetJS reads it in. Tells whether all are of Excel 97 or later.
 */
export function leaveOnlyCells(stream: Buffer): { since97: boolean } {
  const versionAt = versionTaker();
  let since97 = true;
  for (const { id, at, parts } of withContinuations(stream)) {
    const [content = Buffer.alloc(0)] = parts;
    const version = versionAt(id, content);
    if (version !== 8) since97 = false;
    const count = counts.get(id)?.(version);
    if (!needed.has(id)) stream.writeUInt16LE(passedOver, at);
    if (cells.has(id)) checkCell(content);
    if (count) checkCount(parts, count);
    if (id === sharedTexts) checkSharedTexts(parts);
    if (formulas.has(id)) withoutFormula(content, version);
  }
  return { since97 };
}

function* withContinuations(stream: Buffer) {
  let whole: { id: number; at: number; parts: Buffer[] } | undefined;
  for (const { id, at, start, end } of recordsOf(stream)) {
    const content = stream.subarray(start, end);
    if (id === record.continued && whole) whole.parts.push(content);
    else {
      if (whole) yield whole;
      whole = { id, at, parts: [content] };
    }
  }
  if (whole) yield whole;
}

function checkCell(content: Buffer): void {
  if (content.length < 6 || content.readUInt16LE(2) >= mostColumns) throw damaged();
}

/** A letter takes a byte at least. */
function checkCount([content = Buffer.alloc(0), ...more]: Buffer[], { at, bytes }: Count): void {
  if (content.length < at + bytes) throw damaged();
  const room = more.reduce((sum, { length }) => sum + length, content.length - at - bytes);
  if (content.readUIntLE(at, bytes) > room) throw damaged();
}

/** The formula goes, whose value is here already: its length says that there is none. */
function withoutFormula(content: Buffer, version: Version): void {
  const valueAt = cellSize(version);
  const lengthAt = version < 5 ? 16 : 20;
  const bytes = version === 2 ? 1 : 2;
  if (content.length < lengthAt + bytes) throw damaged();
  content.writeUIntLE(version === 2 ? 0 : 0xffff, lengthAt, bytes);
  // SheetJS does not pass over a value of a kind that it does not know, and takes it for the length.
  const isNumber = content.readUInt16LE(valueAt + 6) !== 0xffff;
  if (!isNumber && content.readUInt8(valueAt) > kinds.none) content.writeUInt8(kinds.none, valueAt);
}

/** A row, a column and a style. */
function cellSize(version: Version): number {
  return version === 2 ? 7 : 6;
}

function damaged(): SpreadsheetError {
  return new SpreadsheetError('damaged');
}

import { SpreadsheetError } from '../spreadsheet-error.ts';
import { record, recordsOf } from './records.ts';
import { checkSharedTexts } from './shared-texts.ts';

/** A record that every program passes over: how a range was sorted last. */
const passedOver = 0x0090;
/** What a sheet of XLS has. */
const mostColumns = 256;
const sharedTexts = 0x00fc;

const formulas: ReadonlySet<number> = new Set([0x0006, 0x0206, 0x0406]);
/** Numbers, truths and errors, texts of a cell's own and shared ones: a row, a column and a style come first. */
const cells: ReadonlySet<number> = new Set([
  ...formulas,
  ...[0x0203, 0x0003, 0x0002, 0x0205, 0x0005, 0x027e, 0x00bd, 0x00fd, 0x00d6, 0x0204, 0x0004],
]);

/** Where a record says how many letters it has, and in how many bytes: some in fewer before Excel 97. */
type Count = { at: number; bytes: 1 | 2; before97: 1 | 2 };
const counts = new Map<number, Count>([
  [0x00d6, { at: 6, bytes: 2, before97: 2 }],
  [0x0204, { at: 6, bytes: 2, before97: 2 }],
  [0x0004, { at: 7, bytes: 2, before97: 1 }],
  [0x0207, { at: 0, bytes: 2, before97: 2 }],
  [0x0007, { at: 0, bytes: 1, before97: 1 }],
  [0x041e, { at: 2, bytes: 2, before97: 1 }],
  [0x001e, { at: 0, bytes: 2, before97: 1 }],
]);

const needed: ReadonlySet<number> = new Set([
  ...cells,
  ...counts.keys(),
  ...[sharedTexts, ...record.bof, record.eof, record.continued],
  // The names of sheets, the code page, dates from 1904, styles, and how large a sheet is.
  ...[0x0085, 0x0042, 0x0022, 0x0043, 0x0243, 0x0443, 0x00e0, 0x0200, 0x0000],
]);

/**
 * SheetJS reads far more than cells, and some of it for ever where a record is cut short or counts
 * more than it has. It is left nothing but what cells are made of, and that only as it should be.
 */
export function leaveOnlyCells(stream: Buffer): void {
  const versions = versionsOf(stream);
  for (const { id, at, parts } of withContinuations(stream)) {
    const [content = Buffer.alloc(0)] = parts;
    const count = counts.get(id);
    if (!needed.has(id)) stream.writeUInt16LE(passedOver, at);
    if (cells.has(id)) checkCell(content);
    if (count) checkCount(parts, count.at, versions.before97 ? count.before97 : count.bytes);
    if (id === sharedTexts) checkSharedTexts(parts);
    if (formulas.has(id) && versions.from95) withoutFormula(content);
  }
}

/** As SheetJS takes them: what calls itself by no known number is the latest. */
function versionsOf(stream: Buffer): { from95: boolean; before97: boolean } {
  const from95 = stream.readUInt16LE(0) === 0x0809;
  const older = [0, 0x0002, 0x0007, 0x0200, 0x0300, 0x0400, 0x0500];
  return { from95, before97: !from95 || older.includes(stream.readUInt16LE(4)) };
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
function checkCount([content = Buffer.alloc(0), ...more]: Buffer[], at: number, bytes: number) {
  if (content.length < at + bytes) throw damaged();
  const room = more.reduce((sum, { length }) => sum + length, content.length - at - bytes);
  if (content.readUIntLE(at, bytes) > room) throw damaged();
}

/** The formula goes, whose value is here already: its length says that there is none. */
function withoutFormula(content: Buffer): void {
  const lengthAt = 20;
  if (content.length < lengthAt + 2) throw damaged();
  content.writeUInt16LE(0xffff, lengthAt);
}

function damaged(): SpreadsheetError {
  return new SpreadsheetError('damaged');
}

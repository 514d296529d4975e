import { BrokenRow, maxSheetColumns, type SheetRow } from '../rows.ts';

/** More than any honest row; what bounds the memory a quotation mark that never closes can take. */
const maxRecordLength = 1024 * 1024;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const tab = 0x09;

/**
 * The records of a text that comes in pieces, as spreadsheet programs read them: a quoted text may
 * hold line breaks, delimiters and doubled quotes; quotes inside an unquoted text are letters; each
 * of CR LF, LF and CR ends a record. Blank ones are counted, not given.
 */
export async function* readRecords(
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<SheetRow> {
  const reader = recordReader(delimiter);
  let row = 0;
  for await (const piece of pieces) {
    reader.add(piece);
    yield* rowsOf(false);
  }
  yield* rowsOf(true);

  function* rowsOf(isLast: boolean): Generator<SheetRow> {
    for (;;) {
      const cells = reader.next(isLast);
      if (cells === 'more') {
        if (reader.unreadLength() > maxRecordLength) throw new BrokenRow(row + 1, 'tooLong');
        if (isLast) throw new BrokenRow(row + 1, 'notClosed');
        return;
      }
      if (!cells) return;
      row++;
      if (cells.length > maxSheetColumns) throw new BrokenRow(row, 'tooWide');
      if (cells.some((cell) => cell !== '')) yield { row, cells };
    }
  }
}

function recordReader(delimiter: string) {
  const separator = delimiter.charCodeAt(0);
  let text = '';
  /** Where the record begins whose cells are being read, and the cell that is next. */
  let start = 0;
  let cellStart = 0;
  let cells: string[] = [];
  /** Up to where the quoted text of that cell has been looked through: what has no end yet is not begun anew. */
  let lookedTo = 0;
  let at = 0;

  /** The next record; undefined at the end of what is here, 'more' where it goes on beyond. */
  function next(isLast: boolean): string[] | 'more' | undefined {
    if (start >= text.length) return undefined;
    for (;;) {
      at = cellStart;
      const cell = nextCell(isLast);
      if (cell === undefined) return 'more';
      const isSeparated = at < text.length && text.charCodeAt(at) === separator;
      if (isSeparated) at++;
      else if (!passLineEnd(isLast)) return 'more';
      // What is far too wide is not kept, only counted as such.
      if (cells.length <= maxSheetColumns) cells.push(cell);
      cellStart = at;
      if (!isSeparated) return endRecord();
    }
  }

  function endRecord(): string[] {
    const record = cells;
    cells = [];
    start = cellStart;
    return record;
  }

  /** A cell, with `at` on what ends it; undefined where its end is not here yet. */
  function nextCell(isLast: boolean): string | undefined {
    while (isBlank(text.charCodeAt(at))) at++;
    const from = at;
    if (text.charCodeAt(at) === quote) {
      const quoted = quotedText();
      if (quoted === undefined) return undefined;
      let end = at;
      while (isBlank(text.charCodeAt(end))) end++;
      if (end >= text.length && !isLast) return undefined;
      if (end >= text.length || endsCell(text.charCodeAt(end))) {
        at = end;
        return quoted;
      }
    }
    while (at < text.length && !endsCell(text.charCodeAt(at))) at++;
    if (at >= text.length && !isLast) return undefined;
    return text.slice(from, at);
  }

  /** Leaves `at` behind the closing quote; undefined where that is not here. */
  function quotedText(): string | undefined {
    const close = closingQuote(Math.max(at + 1, lookedTo));
    // A quote at the end of what is here may be the first of two.
    lookedTo = close < 0 ? text.length : close;
    if (close < 0) return undefined;
    const inner = text.slice(at + 1, close);
    at = close + 1;
    return inner.includes('"') ? withoutDoubling(inner) : inner;
  }

  function closingQuote(from: number): number {
    let close = text.indexOf('"', from);
    while (close >= 0 && text.charCodeAt(close + 1) === quote) {
      close += 2;
      if (text.charCodeAt(close) !== quote) close = text.indexOf('"', close);
    }
    return close;
  }

  function passLineEnd(isLast: boolean): boolean {
    if (at >= text.length) return isLast;
    if (text.charCodeAt(at) === carriageReturn) {
      // Whether a line feed follows may be known with the next piece only.
      if (at + 1 >= text.length && !isLast) return false;
      if (text.charCodeAt(at + 1) === lineFeed) at++;
    }
    at++;
    return true;
  }

  function endsCell(char: number): boolean {
    return char === separator || char === lineFeed || char === carriageReturn;
  }

  function isBlank(char: number): boolean {
    return (char === space || char === tab) && char !== separator;
  }

  return {
    next,
    add(piece: string) {
      text = text.slice(cellStart) + piece;
      lookedTo -= cellStart;
      start -= cellStart;
      cellStart = 0;
    },
    unreadLength: () => text.length - start,
  };
}

/** One quote for each two. A long text that is full of them takes far longer to replace them in than to copy. */
function withoutDoubling(text: string): string {
  if (text.length < 100) return text.replaceAll('""', '"');
  const letters = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === quote) at++;
    letters[length++] = letter;
  }
  return Buffer.from(letters.buffer, 0, length * 2).toString('utf16le');
}

import { createNumberFormatter, type FormattedNumber } from '../cell-text.ts';
import { maxSheetColumns, maxSheetRows, type SheetRow } from '../rows.ts';
import { loadSheetjs } from '../sheetjs.ts';
import { SpreadsheetError } from '../spreadsheet-error.ts';
import type { Attributes } from './attributes.ts';
import { type CellContext, cellReader } from './cell.ts';
import { damaged } from './characters.ts';
import { shownTexts } from './strings.ts';
import { type XmlHandler, xmlReader } from './xml.ts';

/**
 * Of the rows that are here at one moment: those that came with a piece of XML, and the one that goes on
 * in the next. One long text that all cells share would else take thousands of times the memory of the
 * sheet. A text of 32,767 letters in every row takes a third.
 */
const mostLetters = 32 * 1024 * 1024;
/** Of all rows together: a text that cells share is decoded anew for each of them. */
const mostLettersInAll = 4 * mostLetters;

/** A sheet may also be a chart, a dialog or macros: those have no rows. */
const roots: ReadonlySet<string> = new Set([
  'worksheet',
  'chartsheet',
  'dialogsheet',
  'macrosheet',
]);

/** The filled rows of a sheet, as its XML comes. */
export async function* readSheet(
  chunks: AsyncIterable<Buffer>,
  context: CellContext,
): AsyncGenerator<SheetRow> {
  const rows = rowReader();
  const xml = xmlReader(sheetHandler(rows, cellReader(context)));
  let textOf: ReturnType<typeof createNumberFormatter> | undefined;
  for await (const chunk of chunks) {
    xml.write(chunk);
    const { found, waiting } = rows.take();
    if (waiting.length > 0) {
      textOf ??= createNumberFormatter((await loadSheetjs()).formats);
      for (const { cells, column, number } of waiting) cells[column] = textOf(number);
    }
    yield* found;
  }
  xml.end();
}

function sheetHandler(
  rows: ReturnType<typeof rowReader>,
  cell: ReturnType<typeof cellReader>,
): XmlHandler {
  const texts = shownTexts();
  return {
    open(name, attributes, parent) {
      texts.open(name);
      if (name === 'c' && parent === 'row') {
        rows.beginCell(attributes);
        cell.begin(attributes);
      } else if (name === 'row' && parent === 'sheetData') rows.begin(attributes);
      else if (parent === '' && !roots.has(name)) throw damaged();
    },
    text(text, name, parent) {
      if (name === 'v' && parent === 'c') cell.addValue(text);
      else if (texts.isShown(name, parent)) cell.addText(text);
    },
    close(name, parent) {
      texts.close(name);
      if (name === 'c' && parent === 'row') rows.endCell(cell.value());
      else if (name === 'row' && parent === 'sheetData') rows.end();
    },
  };
}

/** A number that has to wait for SheetJS to be written as its format says. */
type WaitingNumber = { cells: string[]; column: number; number: FormattedNumber };

function rowReader() {
  let found: SheetRow[] = [];
  let waiting: WaitingNumber[] = [];
  /** Of the rows that have been found, and of the one that is being read. */
  let foundLetters = 0;
  let rowLetters = 0;
  let lettersInAll = 0;
  let row = 0;
  let cells: string[] = [];
  let filled = false;
  let column = -1;
  return {
    begin(attributes: Attributes): void {
      row = Number(attributes.get('r') ?? row + 1);
      if (!Number.isInteger(row) || row < 1 || row > maxSheetRows) throw damaged();
      cells = [];
      rowLetters = 0;
      filled = false;
      column = -1;
    },
    beginCell(attributes: Attributes): void {
      const reference = attributes.get('r');
      column = reference === undefined ? column + 1 : columnOf(reference);
    },
    endCell(value: string | FormattedNumber | undefined): void {
      if (value === undefined || column >= maxSheetColumns) return;
      if (typeof value === 'string') {
        cells[column] = value;
        rowLetters += value.length;
        lettersInAll += value.length;
        if (foundLetters + rowLetters > mostLetters || lettersInAll > mostLettersInAll) {
          throw new SpreadsheetError('tooLargeInside');
        }
      } else waiting.push({ cells, column, number: value });
      filled ||= typeof value !== 'string' || value.trim() !== '';
    },
    end(): void {
      if (!filled) return;
      found.push({ row, cells });
      foundLetters += rowLetters;
    },
    /** What has come since the last time. */
    take() {
      const taken = { found, waiting };
      found = [];
      waiting = [];
      foundLetters = 0;
      return taken;
    },
  };
}

/** `AB12` is in column 27, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && column <= maxSheetColumns; at++) {
    const letter = reference.charCodeAt(at) - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column === 0) throw damaged();
  return column - 1;
}

import { readFile } from 'node:fs/promises';
import type { CellObject, ParsingOptions, WorkBook } from '@e965/xlsx';
import { booleanText, createNumberFormatter, general, plainNumber } from '../cell-text.ts';
import type { SheetRow } from '../rows.ts';
import { loadSheetjs, type NumberFormats } from '../sheetjs.ts';
import { SpreadsheetError } from '../spreadsheet-error.ts';
import { checkBiff } from './biff.ts';
import { leaveOnlyCells } from './cell-records.ts';
import { readCompound } from './compound.ts';

export type XlsSheet = { name: string; rows: Iterable<SheetRow> };

const readOptions = {
  type: 'buffer',
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellStyles: false,
  cellText: false,
  cellNF: true,
} as const satisfies ParsingOptions;

/** The first visible sheet with something in it. */
export async function readXls(
  path: string,
  kind: 'compound' | 'biff',
): Promise<XlsSheet | undefined> {
  const bytes = await readFile(path);
  try {
    const stream = kind === 'biff' ? bytes : workbookStream(bytes);
    checkBiff(stream);
    const { since97 } = leaveOnlyCells(stream);
    const { sheetjs, formats } = await loadSheetjs();
    // Before Excel 97, text was in the code page of its writer; the tables are large.
    if (!since97) sheetjs.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
    return firstFilled(sheetjs.read(stream, { ...readOptions }), formats);
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error;
    throw new SpreadsheetError('damaged', { cause: error });
  }
}

function workbookStream(bytes: Buffer): Buffer {
  const streams = readCompound(bytes);
  if (streams.has('encryptedpackage')) throw new SpreadsheetError('password');
  const stream = streams.get('workbook') ?? streams.get('book');
  // A document or a presentation may carry a workbook inside.
  const other = ['worddocument', 'powerpoint document'].some((name) => streams.has(name));
  if (!stream || other) throw new SpreadsheetError('notAFile');
  return stream();
}

function firstFilled(book: WorkBook, formats: NumberFormats): XlsSheet | undefined {
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const numberText = createNumberFormatter(formats);
  for (const [index, name] of book.SheetNames.entries()) {
    if (book.Workbook?.Sheets?.[index]?.Hidden) continue;
    const sheet = book.Sheets[name];
    // SheetJS leaves out a sheet that it cannot read.
    if (!sheet) throw new SpreadsheetError('damaged');
    const data: CellObject[][] = sheet['!data'] ?? [];
    const texts = (cell: CellObject) => cellText(cell, date1904, numberText);
    for (const { cells } of sheetRows(data, texts)) {
      if (cells.some((cell) => cell.trim() !== '')) return { name, rows: sheetRows(data, texts) };
    }
  }
  return undefined;
}

function* sheetRows(
  data: CellObject[][],
  textOf: (cell: CellObject) => string,
): Generator<SheetRow> {
  // Rows and cells that are not there are holes: skipped, not walked.
  for (const index in data) {
    yield { row: Number(index) + 1, cells: data[index]?.map(textOf) ?? [] };
  }
}

function cellText(
  { t, v, z }: CellObject,
  date1904: boolean,
  numberText: ReturnType<typeof createNumberFormatter>,
): string {
  if (t === 'e') return '';
  if (typeof v === 'string') return v;
  if (typeof v === 'boolean') return booleanText(v);
  if (typeof v !== 'number') return '';
  if (typeof z !== 'string' || z === general) return plainNumber(v);
  return numberText({ value: v, format: z, date1904 });
}

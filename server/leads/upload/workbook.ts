import { readFile } from 'node:fs/promises';
import { type CellObject, read, set_cptable, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { checkBiff } from './biff.ts';
import { cellText } from './cell-text.ts';
import { readCompound } from './compound.ts';
import { openPackage } from './package.ts';
import { Refusal, refusalText } from './refusal.ts';
import type { SheetRow, SheetRows } from './rows.ts';
import { readOptions } from './sheetjs.ts';
import type { FileKind } from './sniff.ts';

/** What Excel itself can show. */
const maxColumns = 16_384;

type Sheet = { data: CellObject[][]; date1904: boolean };

export async function readWorkbook(
  path: string,
  kind: Exclude<FileKind, 'text'>,
  maxRows: number,
): Promise<SheetRows> {
  const bytes = await readFile(path);
  try {
    const sheet = kind === 'zip' ? readXlsx(bytes, maxRows) : await readXls(bytes, kind);
    if (!sheet) throw new Refusal(refusalText.noRows);
    return { rows: sheetRows(sheet), strictWidth: false, lossy: false };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(refusalText.damaged, { cause: error });
  }
}

function readXlsx(bytes: Buffer, maxRows: number): Sheet | undefined {
  const book = openPackage(bytes, maxRows);
  for (const index of visibleSheets(book.list())) {
    const sheet = dataOf(book.read(index), index);
    if (sheet) return sheet;
  }
  return undefined;
}

async function readXls(bytes: Buffer, kind: 'compound' | 'biff'): Promise<Sheet | undefined> {
  const stream = kind === 'biff' ? bytes : workbookStream(bytes);
  const { biff8 } = checkBiff(stream);
  // Before Excel 97, text was in the code page of its writer; the tables are large.
  if (!biff8) set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  const book = read(stream, { ...readOptions });
  for (const index of visibleSheets(book)) {
    const sheet = dataOf(book, index);
    if (sheet) return sheet;
  }
  return undefined;
}

function workbookStream(bytes: Buffer): Buffer {
  const streams = readCompound(bytes);
  if (streams.has('EncryptedPackage')) throw new Refusal(refusalText.password);
  const stream = streams.get('Workbook') ?? streams.get('Book');
  // A document or a presentation may carry a workbook inside.
  const other = ['WordDocument', 'PowerPoint Document'].some((name) => streams.has(name));
  if (!stream || other) throw new Refusal(refusalText.notAFile);
  return stream();
}

function visibleSheets(book: WorkBook): number[] {
  const indexes = book.SheetNames.map((_, index) => index);
  return indexes.filter((index) => !book.Workbook?.Sheets?.[index]?.Hidden);
}

function dataOf(book: WorkBook, index: number): Sheet | undefined {
  const sheet: WorkSheet | undefined = book.Sheets[book.SheetNames[index] ?? ''];
  // SheetJS leaves out a sheet that it cannot read.
  if (!sheet) throw new Refusal(refusalText.damaged);
  const data: CellObject[][] = sheet['!data'] ?? [];
  const found = { data, date1904: book.Workbook?.WBProps?.date1904 === true };
  for (const { cells } of sheetRows(found)) {
    if (cells.some((cell) => cell.trim() !== '')) return found;
  }
  return undefined;
}

function* sheetRows({ data, date1904 }: Sheet): Generator<SheetRow> {
  // Rows and cells that are not there are holes: skipped, not walked.
  for (const index in data) {
    const cells: string[] = [];
    const row = data[index];
    for (const column in row) {
      const at = Number(column);
      if (at < maxColumns) cells[at] = cellText(row[at], date1904);
    }
    yield { row: Number(index) + 1, cells };
  }
}

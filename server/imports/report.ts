import { maxSheetColumns } from '#server/spreadsheets/rows.ts';
import { openCsv } from '#server/spreadsheets/write/csv-table.ts';
import type { Table } from '#server/spreadsheets/write/table.ts';
import { openXlsx } from '#server/spreadsheets/write/xlsx-table.ts';

export type ReportFormat = { format: 'csv'; delimiter: string } | { format: 'xlsx'; sheet: string };

/** Each call waits for the one before it; after one that failed, only discard is left. */
export type ReportWriter = {
  /** In order. `errors` is the text for the Errors column, '' for a row that is right. */
  row(cells: readonly string[], errors: string): void | Promise<void>;
  /** Closes the file; only then is it whole. */
  finish(): Promise<void>;
  /** Closes and removes what was written. */
  discard(): Promise<void>;
};

/** `titles` is the header row as the file had it. */
export async function openReport(
  path: string,
  format: ReportFormat,
  titles: readonly string[],
): Promise<ReportWriter> {
  const layout = createLayout(titles);
  const table = await openTable(path, format);
  try {
    await table.begin(layout.header);
  } catch (error) {
    await table.discard();
    throw error;
  }
  return {
    row: (cells, errors) => table.row(layout.row(cells, errors)),
    finish: table.finish,
    discard: table.discard,
  };
}

function openTable(path: string, format: ReportFormat): Promise<Table> {
  return format.format === 'csv' ? openCsv(path, format.delimiter) : openXlsx(path, format.sheet);
}

const errorsTitle = 'Errors';

type Layout = {
  header: string[];
  row(cells: readonly string[], errors: string): string[];
};

/** Where the cells of a file stand in its report; Errors is the last column that Excel can show. */
function createLayout(titles: readonly string[]): Layout {
  // Formatted but empty cells must not push Errors out of sight.
  const width = titles.findLastIndex((title) => (title ?? '').trim() !== '') + 1;
  const indexes = Array.from({ length: width }, (_, index) => index);
  const isOldErrors = (index: number) => titles[index]?.trim().toLowerCase() === 'errors';
  const columns = indexes.filter((index) => !isOldErrors(index)).slice(0, maxSheetColumns - 1);
  const known = new Set([...columns, ...indexes.filter(isOldErrors)]);
  return {
    header: [...columns.map((index) => titles[index] ?? ''), errorsTitle],
    row(cells, errors) {
      // The entries of a row are its cells without the holes, of which it may have 16,000.
      const surplus = Object.entries(cells)
        .filter(([index, cell]) => !known.has(Number(index)) && cell.trim() !== '')
        .map(([, cell]) => cell);
      const note = surplus.length > 0 ? `(left over: ${surplus.join(' | ')})` : '';
      const text = errors && note ? `${errors} ${note}` : errors || note;
      return [...columns.map((index) => cells[index] ?? ''), text];
    },
  };
}

import { maxSheetColumns } from '#server/spreadsheets/rows.ts';
import { openCsv } from '#server/spreadsheets/write/csv-table.ts';
import type { Table } from '#server/spreadsheets/write/table.ts';
import { openXls } from '#server/spreadsheets/write/xls-table.ts';
import { openXlsx } from '#server/spreadsheets/write/xlsx-table.ts';
import { layOut } from './report-layout.ts';

export type ReportFormat =
  | { format: 'csv'; delimiter: string }
  | { format: 'xlsx' | 'xls'; sheet: string };

/** Each call waits for the one before it; after one that failed, only discard is left. */
export type ReportWriter = {
  /** In order. `errors` is the text for the Errors column, '' for a row that is right. */
  row(cells: readonly string[], errors: string): void | Promise<void>;
  /** Closes the file; only then is it whole. */
  finish(): Promise<void>;
  /** Closes and removes what was written. */
  discard(): Promise<void>;
};

/** What spreadsheet programs can show. */
const maxColumns = { csv: maxSheetColumns, xlsx: maxSheetColumns, xls: 256 } as const;

/** `titles` is the header row as the file had it. */
export async function openReport(
  path: string,
  format: ReportFormat,
  titles: readonly string[],
): Promise<ReportWriter> {
  const layout = layOut(titles, maxColumns[format.format]);
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
  if (format.format === 'csv') return openCsv(path, format.delimiter);
  return format.format === 'xlsx' ? openXlsx(path, format.sheet) : openXls(path, format.sheet);
}

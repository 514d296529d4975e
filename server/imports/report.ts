import { openCsv } from '#server/spreadsheets/write/csv-table.ts';
import type { Table } from '#server/spreadsheets/write/table.ts';
import { openXlsx } from '#server/spreadsheets/write/xlsx-table.ts';
import { layOut } from './report-layout.ts';

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
  const layout = layOut(titles);
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

import { closeSync, openSync, readSync } from 'node:fs';
import { importText } from '#contract/import-text.ts';
import type { ColumnChoice, FileCheck } from '#contract/imports.ts';
import { usualDelimiters } from '#server/spreadsheets/csv/delimiter.ts';
import { readCsv } from '#server/spreadsheets/csv/read-csv.ts';
import type { SheetRows } from '#server/spreadsheets/rows.ts';
import { type FileKind, sampleBytes, sniff } from '#server/spreadsheets/sniff.ts';
import { SpreadsheetError } from '#server/spreadsheets/spreadsheet-error.ts';
import { readWorkbook } from '#server/spreadsheets/workbook.ts';
import { type CheckOptions, checkRows, type RowsCheck } from './check-rows.ts';
import { type ColumnMemory, isKnownTitle } from './columns.ts';
import { Refusal } from './refusal.ts';
import { openReport, type ReportFormat, type ReportWriter } from './report.ts';
import { createRowStore } from './valid-rows.ts';

export type ReadRequest = {
  path: string;
  /** Where valid rows go, in batches of the lengths that the result has. */
  output: string;
  maxRows: number;
  choice?: ColumnChoice | undefined;
  memory?: ColumnMemory;
  isFirstRowLead?: boolean | undefined;
  owner?: CheckOptions['owner'];
  /** Where the rows go with a column that says what is wrong in them. */
  report?: { path: string; badOnly: boolean } | undefined;
};
type FileFacts = Pick<FileCheck, 'format' | 'encoding' | 'delimiter' | 'sheet'>;
export type ReadResult =
  | ({ outcome: 'checked'; facts: FileFacts; validRows: number; batches: number[] } & RowsCheck)
  | { outcome: 'refused'; message: string };

const formats = { text: 'csv', zip: 'xlsx', compound: 'xls', biff: 'xls' } as const;
const rowsBetweenProgress = 2_000;

/** Reads and checks a whole file, in a thread of its own. */
export async function readLeadFile(
  request: ReadRequest,
  onProgress: (part: number) => void = () => {},
): Promise<ReadResult> {
  const { path } = request;
  const store = createRowStore(request.output);
  let result: ReadResult | undefined;
  try {
    const sample = readSample(path);
    const kind = sniff(sample);
    const source =
      kind === 'text' ? await readCsv(path, sample, isKnownTitle) : await readWorkbook(path, kind);
    const facts = factsOf(kind, source);
    const onRow = callEvery(rowsBetweenProgress, () => onProgress(source.progress?.() ?? 0));
    const check = await withReport(request, facts, (openReport) =>
      checkRows(source, { ...request, store, openReport, onRow }),
    );
    const { count, batches } = store.finish();
    result = { outcome: 'checked', facts, ...check, validRows: count, batches };
    return result;
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'refused', message: error.message };
    if (!(error instanceof SpreadsheetError)) throw error;
    return { outcome: 'refused', message: importText[error.fault] };
  } finally {
    if (!result) store.discard();
  }
}

function factsOf(kind: FileKind, { encoding, delimiter, sheet }: SheetRows): FileFacts {
  return {
    format: formats[kind],
    encoding: encoding ?? null,
    delimiter: delimiter ?? null,
    sheet: sheet ?? null,
  };
}

function callEvery(times: number, callback: () => void): () => void {
  let count = 0;
  return () => {
    if (++count % times === 0) callback();
  };
}

async function withReport<T>(
  { report }: ReadRequest,
  facts: FileFacts,
  work: (openReport: CheckOptions['openReport']) => Promise<T>,
): Promise<T> {
  if (!report) return work(undefined);
  let writer: ReportWriter | undefined;
  try {
    const result = await work(async (titles) => {
      const opened = await openReport(report.path, reportFormat(facts), titles);
      writer = opened;
      return async (cells, problems) => {
        if (report.badOnly && problems.length === 0) return;
        await opened.row(cells, problems.map(problemText).join('; '));
      };
    });
    await writer?.finish();
    return result;
  } catch (error) {
    await writer?.discard();
    throw error;
  }
}

/** Rows of an XLS file come back as XLSX, which every spreadsheet program opens too. */
function reportFormat({ format, delimiter, sheet }: FileFacts): ReportFormat {
  if (format !== 'csv') return { format: 'xlsx', sheet: sheet ?? 'Leads' };
  return { format, delimiter: isUsual(delimiter) ? delimiter : ',' };
}

/** Another one would have to be declared to be recognised again. */
function isUsual(delimiter: string | null): delimiter is string {
  return delimiter !== null && usualDelimiters.includes(delimiter);
}

function problemText({ column, message }: { column: string | null; message: string }): string {
  return column ? `${column}: ${message}` : message;
}

/** At once: a thread that is ended in the middle of opening a file leaves it open. */
function readSample(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(sampleBytes);
    return buffer.subarray(0, readSync(file, buffer, 0, sampleBytes, 0));
  } finally {
    closeSync(file);
  }
}

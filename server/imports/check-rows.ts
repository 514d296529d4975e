import { fieldMessages } from '#contract/fields.ts';
import { importText } from '#contract/import-text.ts';
import type { ColumnChoice, Duplicate, FileCheck } from '#contract/imports.ts';
import { type RowProblem, type UploadLead, uploadColumns, uploadLead } from '#contract/imports.ts';
import { maxReportedProblems, maxUploadColumns } from '#contract/limits.ts';
import { withoutGuard } from '#server/spreadsheets/formula.ts';
import {
  BrokenRow,
  type BrokenRowFault,
  maxSheetColumns,
  type SheetRow,
  type SheetRows,
} from '#server/spreadsheets/rows.ts';
import { cut } from './answer-bounds.ts';
import {
  type ColumnMemory,
  type Columns,
  namesInstead,
  readColumns,
  unnamedColumns,
  untitledColumn,
} from './columns.ts';
import { readExportedRow } from './exported-rows.ts';
import { splitFullName } from './full-name.ts';
import { createColumnProposer } from './propose-columns.ts';
import { Refusal } from './refusal.ts';
import { createRepeatFinder } from './repeats.ts';
import type { RowStore, ValidRow } from './valid-rows.ts';

export type RowsCheck = {
  /** 0 where the file has none. */
  headerRow: number;
  columns: Columns;
  /** Filled cells behind it are those of a text that should have been in quotes. */
  width: number;
  firstRows: FileCheck['first_rows'];
  /** Filled rows below the header row. */
  rows: number;
  badRows: number;
  /** In row order, at most `maxReportedProblems`; all are counted. */
  problems: RowProblem[];
  problemCount: number;
  /** False where a row made the rest of the file unreadable. */
  readable: boolean;
  /** Rows that repeat an earlier one: the first are kept, all are counted. */
  repeats: Duplicate[];
  repeatCount: number;
};

export type CheckOptions = {
  maxRows: number;
  choice?: ColumnChoice | undefined;
  memory?: ColumnMemory;
  /** The file has no row of names. */
  isFirstRowLead?: boolean | undefined;
  /** Of whom the rows would become, folded, where those that name another partner are told. */
  owner?: string | undefined;
  store: RowStore;
  /** Opens a report: every row is then handed over with what is wrong in it. */
  openReport?: ((titles: readonly string[]) => Promise<RowReport>) | undefined;
  onRow?: () => void;
};
type ColumnProposer = ReturnType<typeof createColumnProposer>;
type RowReport = (cells: readonly string[], problems: RowProblem[]) => Promise<void>;

const brokenRowText: Record<BrokenRowFault, string> = {
  notClosed: importText.rowNotClosed,
  tooLong: importText.rowTooLong,
  tooWide: importText.rowTooWide(maxSheetColumns),
};

const firstRowsShown = 5;
const optionalFields: ReadonlySet<string> = new Set(uploadColumns.optional);

/** Reads every row once: valid ones go to the store, what is wrong in others becomes a problem. */
export async function checkRows(source: SheetRows, options: CheckOptions): Promise<RowsCheck> {
  const { maxRows, owner, store, onRow } = options;
  const findRepeat = createRepeatFinder();
  let check: RowsCheck | undefined;
  let report: RowReport | undefined;
  let proposer: ColumnProposer | undefined;
  try {
    for await (const { row, cells } of source.rows) {
      if (isBlank(cells)) continue;
      if (!check) {
        check = beginCheck({ row, cells }, options);
        const { isFirstRowLead, openReport } = options;
        report = await openReport?.(isFirstRowLead ? namesInstead(check.columns) : filled(cells));
        // Whoever has chosen is not asked again.
        if (check.columns.by === 'names') proposer = createColumnProposer(check.columns.columns);
        if (!isFirstRowLead) continue;
      }
      if (++check.rows > maxRows) throw new Refusal(importText.tooManyRows(maxRows));
      onRow?.();
      addUntitled(check, cells, mostColumns(check, source));
      proposer?.look(cells);
      const read = readRow({ row, cells }, check.columns);
      if (check.firstRows.length < firstRowsShown) check.firstRows.push(previewRow(read, check));
      // Without its columns no row can be right.
      if (isBlocked(check.columns)) continue;
      const checked = checkRow(read, check, source);
      await report?.(cells, checked.problems);
      if ('lead' in checked) {
        const exported = readExportedRow(cells, check.columns.exported, owner);
        addValidRow(check, store, { row, lead: checked.lead, ...exported }, findRepeat);
      } else {
        check.badRows++;
        addProblems(check, checked.problems);
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenRow)) throw error;
    const message = brokenRowText[error.fault];
    if (!check) throw new Refusal(importText.row(error.row, message));
    check.readable = false;
    check.rows++;
    check.badRows++;
    addProblems(check, [{ row: error.row, column: null, value: null, message }]);
  }
  if (!check) throw new Refusal(importText.empty);
  if (check.rows === 0) throw new Refusal(importText.noRows);
  if (proposer) check.columns.columns = proposer.propose();
  return check;
}

/** The columns, by the first row that holds anything. */
function beginCheck({ row, cells }: SheetRow, options: CheckOptions): RowsCheck {
  const first = filled(cells);
  const isLead = options.isFirstRowLead === true;
  const columns = isLead
    ? unnamedColumns(Math.min(cells.length, maxUploadColumns), options.choice)
    : readColumns(
        row,
        first.map((title) => cut(title)),
        options,
      );
  if (!canBeMapped(columns, first)) throw new Refusal(importText.noColumns);
  if (first.length > maxUploadColumns) throw new Refusal(importText.tooManyColumns);
  const check = emptyCheck(isLead ? 0 : row, columns);
  // Whoever has said which columns are read has seen those without a title.
  if (columns.by !== 'names') check.width = Math.max(check.width, cells.length);
  addProblems(check, columns.problems);
  return check;
}

/** A field that no title names may stand behind the last of them, in a column without one. */
function addUntitled(
  { columns: { columns }, firstRows }: RowsCheck,
  cells: readonly string[],
  most: number,
): void {
  if (Math.min(cells.length, most) <= columns.length) return;
  const isColumn = ([index, text]: [string, string]) => Number(index) < most && text.trim() !== '';
  const width = Number(Object.entries(cells).findLast(isColumn)?.[0] ?? -1) + 1;
  for (let index = columns.length; index < width; index++) {
    columns.push(untitledColumn(index));
    for (const shown of firstRows) shown.cells.push('');
  }
}

/** Where every field has its column, a row with more cells than the header row is a mistake. */
function mostColumns({ columns, width }: RowsCheck, { strictWidth }: SheetRows): number {
  if (columns.by === 'names') return isBlocked(columns) ? maxUploadColumns : 0;
  return Math.min(strictWidth ? width : maxUploadColumns, maxUploadColumns);
}

/** A company, a name and an email take three columns: a letter or a list has fewer. */
function canBeMapped({ mapped }: Columns, first: readonly string[]): boolean {
  return mapped.length > 0 || first.filter((cell) => cell.trim() !== '').length >= 3;
}

export function isBlocked({ missing, problems }: Columns): boolean {
  return missing.length > 0 || problems.length > 0;
}

function emptyCheck(headerRow: number, columns: Columns): RowsCheck {
  return {
    headerRow,
    columns,
    width: columns.columns.length,
    firstRows: [],
    rows: 0,
    badRows: 0,
    problems: [],
    problemCount: 0,
    readable: true,
    repeats: [],
    repeatCount: 0,
  };
}

function addProblems(check: RowsCheck, problems: readonly RowProblem[]): void {
  check.problemCount += problems.length;
  check.problems.push(...problems.slice(0, maxReportedProblems - check.problems.length));
}

function addValidRow(
  check: RowsCheck,
  store: RowStore,
  valid: Omit<ValidRow, 'repeats'>,
  findRepeat: ReturnType<typeof createRepeatFinder>,
): void {
  const repeat = findRepeat(valid.row, valid.lead);
  store.add({ ...valid, repeats: repeat !== undefined });
  if (!repeat) return;
  check.repeatCount++;
  if (check.repeats.length < maxReportedProblems) check.repeats.push(repeat);
}

/** Formatted but empty cells after the last that is filled are no columns. */
function filled(cells: readonly string[]): string[] {
  const texts = Array.from(cells, (cell) => cell ?? '');
  return texts.slice(0, texts.findLastIndex((text) => text.trim() !== '') + 1);
}

function isBlank(cells: readonly string[]): boolean {
  // Of those that are there: a row with a cell far to the right has 16,000 holes, and each takes its time.
  return !Object.values(cells).some((cell) => cell.trim() !== '');
}

/** A cell as it is read, and what its column is called. */
type ReadCell = { column: string; value: string };
type ReadRow = { row: number; cells: readonly string[]; read: Map<string, ReadCell> };

function readRow({ row, cells }: SheetRow, { mapped }: Columns): ReadRow {
  const read = new Map<string, ReadCell>();
  for (const { index, field, name } of mapped) {
    const value = withoutGuard((cells[index] ?? '').trim());
    if (field !== 'full_name') {
      read.set(field, { column: name, value });
      continue;
    }
    const { first, last } = splitFullName(value);
    read.set('first_name', { column: name, value: first });
    read.set('last_name', { column: name, value: last });
  }
  return { row, cells, read };
}

function previewRow({ row, cells, read }: ReadRow, { columns }: RowsCheck) {
  const lead = Object.fromEntries([...read].map(([field, { value }]) => [field, cut(value)]));
  const shown = columns.columns.map(({ index }) => cut(cells[index] ?? ''));
  return { row, cells: shown, lead };
}

function checkRow(
  { row, cells, read }: ReadRow,
  { width }: RowsCheck,
  { strictWidth, lossy }: SheetRows,
): { lead: UploadLead; problems: RowProblem[] } | { problems: RowProblem[] } {
  const values: Record<string, string | null> = {};
  const faults = new Map<string, string>();
  for (const [field, { value }] of read) {
    const nothing = optionalFields.has(field) && /^(nan|null)$/i.test(value);
    values[field] = nothing ? null : value;
    if (lossy && value.includes('\uFFFD')) faults.set(field, importText.cellUnreadable);
    if (field === 'phone_number' && isShortened(value)) faults.set(field, importText.digitsLost);
  }
  const parsed = uploadLead.safeParse(values);
  const messages = new Map(parsed.success ? [] : Object.entries(fieldMessages(parsed.error)));
  for (const [field, message] of faults) messages.set(field, message);
  const problems: RowProblem[] = [];
  if (strictWidth && !isBlank(cells.slice(width))) {
    problems.push({ row, column: null, value: null, message: importText.rowWiderThanHeader });
  }
  for (const [field, message] of messages) {
    const cell = read.get(field);
    problems.push({ row, column: cell?.column ?? field, value: cut(cell?.value ?? ''), message });
  }
  return parsed.success && problems.length === 0 ? { lead: parsed.data, problems } : { problems };
}

/** 4.91511E+12, and 4,91511E+12 where the comma is the decimal sign */
function isShortened(value: string): boolean {
  return /^[+-]?\d+([.,]\d+)?E\+?\d+$/i.test(value);
}

import { fieldMessages } from '#contract/fields.ts';
import { type RowProblem, uploadLead } from '#contract/leads.ts';
import { maxReportedProblems } from '#contract/limits.ts';
import { type Header, isOptional, readHeader } from './headers.ts';
import type { LeadSink } from './lead-sink.ts';
import { Refusal, refusalText, tooManyRows } from './refusal.ts';
import { BrokenRow, type SheetRow, type SheetRows } from './rows.ts';

export type CheckedRows =
  | { outcome: 'leads'; count: number; batches: number[] }
  | { outcome: 'problems'; problems: RowProblem[]; problemCount: number };

const rowText = {
  lostDigits:
    'The spreadsheet shortened this phone number and its digits are lost: format the column as text and enter it again',
  unreadable: 'This cell has a character that could not be read: save the file as CSV UTF-8',
  tooWide:
    'This row has more cells than the header row: put a text that holds the separator in quotes',
} as const;

export async function checkRows(
  source: SheetRows,
  sink: LeadSink,
  maxRows: number,
): Promise<CheckedRows> {
  const problems = collectProblems();
  let header: Header | undefined;
  let count = 0;
  try {
    for await (const { row, cells } of source.rows) {
      if (isBlank(cells)) continue;
      if (!header) {
        const found = readHeader(
          row,
          Array.from(cells, (cell) => cell ?? ''),
        );
        if (found.problems.length > 0) return problems.result(found.problems);
        header = found.header;
        continue;
      }
      if (++count > maxRows) throw new Refusal(tooManyRows(maxRows));
      const checked = checkRow({ row, cells }, header, source);
      if ('problems' in checked) problems.add(checked.problems);
      else if (problems.none()) sink.add(checked.lead);
    }
  } catch (error) {
    if (!(error instanceof BrokenRow)) throw error;
    return problems.result([error.problem]);
  }
  if (count === 0) throw new Refusal(header ? refusalText.noRows : refusalText.empty);
  return problems.none() ? { outcome: 'leads', ...sink.finish() } : problems.result();
}

/** All are counted, the first are kept. */
function collectProblems() {
  const problems: RowProblem[] = [];
  let problemCount = 0;
  const add = (more: readonly RowProblem[]) => {
    problemCount += more.length;
    problems.push(...more.slice(0, maxReportedProblems - problems.length));
  };
  return {
    add,
    none: () => problemCount === 0,
    result(more: readonly RowProblem[] = []): CheckedRows {
      add(more);
      return { outcome: 'problems', problems, problemCount };
    },
  };
}

function isBlank(cells: readonly string[]): boolean {
  // Callbacks skip the holes of a row that has a cell far to the right.
  return !cells.some((cell) => cell.trim() !== '');
}

function checkRow(
  { row, cells }: SheetRow,
  header: Header,
  { strictWidth, lossy }: SheetRows,
): { lead: ReturnType<typeof uploadLead.parse> } | { problems: RowProblem[] } {
  const values = new Map<string, string | null>();
  const faults = new Map<string, string>();
  for (const { name, index } of header.columns) {
    const value = (cells[index] ?? '').trim();
    const nothing = isOptional(name) && /^(nan|null)$/i.test(value);
    values.set(name, nothing ? null : value);
    if (lossy && value.includes('\uFFFD')) faults.set(name, rowText.unreadable);
    if (name === 'phone_number' && isShortened(value)) faults.set(name, rowText.lostDigits);
  }
  const parsed = uploadLead.safeParse(Object.fromEntries(values));
  const messages = new Map(parsed.success ? [] : Object.entries(fieldMessages(parsed.error)));
  for (const [name, message] of faults) messages.set(name, message);
  const problems: RowProblem[] = [];
  if (strictWidth && !isBlank(cells.slice(header.width))) {
    problems.push({ row, column: null, message: rowText.tooWide });
  }
  for (const [column, message] of messages) problems.push({ row, column, message });
  return parsed.success && problems.length === 0 ? { lead: parsed.data } : { problems };
}

/** 4.91511E+12, and 4,91511E+12 where the comma is the decimal sign */
function isShortened(value: string): boolean {
  return /^[+-]?\d+([.,]\d+)?E\+?\d+$/i.test(value);
}

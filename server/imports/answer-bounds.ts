import type { Duplicate, FileCheck, RowProblem } from '#contract/imports.ts';

// What a file says is the sender's, and may be long in every cell: what is told of it stays under the
// megabyte that an answer may take. A letter takes up to six bytes.
const problemBytes = 250_000;
const duplicateBytes = 200_000;
const titleLetters = 20_000;
const cellLetters = 8_000;
const longestText = 200;
const shortestText = 8;

/** What of a file's check is told: all that is counted, and of what is listed as much as fits. */
export function boundedCheck(check: FileCheck): FileCheck {
  const title = lengthOfEach(titleLetters, check.columns.length);
  const cell = lengthOfEach(cellLetters, check.columns.length);
  return {
    ...check,
    columns: check.columns.map((column) => ({ ...column, title: cut(column.title, title) })),
    first_rows: check.first_rows.map((row) => ({
      ...row,
      cells: row.cells.map((text) => cut(text, cell)),
    })),
    problems: boundedProblems(check.problems),
    duplicates: firstThatFit<Duplicate>(check.duplicates, duplicateBytes),
  };
}

export function boundedProblems(problems: readonly RowProblem[]): RowProblem[] {
  return firstThatFit(problems, problemBytes);
}

function firstThatFit<T>(items: readonly T[], most: number): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > most;
  });
  return items.slice(0, end < 0 ? items.length : end);
}

function lengthOfEach(letters: number, columns: number): number {
  return Math.max(shortestText, Math.min(longestText, Math.floor(letters / columns)));
}

export function cut(text: string, longest = longestText): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

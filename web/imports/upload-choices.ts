import type { ColumnChoice, FileCheck } from '#contract/imports.ts';
import { choiceWithProposals, columnsText, stillNeeded } from './findings/column-choice.ts';
import type { UploadQuery } from './imports.api.ts';

/** What the sender has decided about a file, beyond the file itself. */
export type Choices = {
  /** Undefined where its names, or the last answer for them, say which column is which. */
  columns?: ColumnChoice;
  /** The file has no row of column names. */
  firstRow?: 'lead' | undefined;
  /** The columns as they stand in the step that asks for them, until they are used. */
  draft?: ColumnChoice | undefined;
  duplicates: 'skip' | 'import';
};
/** How the rows of the file are read, which every question about it has to say. */
export type Reading = Pick<Choices, 'columns' | 'firstRow'>;
export type Rows = 'all' | 'valid';

export const noChoices: Choices = { duplicates: 'skip' };

export function draftedColumns({ columns }: FileCheck, { draft }: Choices): ColumnChoice {
  return draft ?? choiceWithProposals(columns);
}

/** Every required field has a column, proposed or chosen: all that is left is to confirm them. */
export function isOnlyToConfirm(found: FileCheck, choices: Choices): boolean {
  return stillNeeded(draftedColumns(found, choices)).length === 0;
}

/** What goes with the file: nothing for one that is right, so that it is stored as specified. */
export function queryOf(
  rows: Rows,
  { duplicates, ...reading }: Choices,
  found: FileCheck | undefined,
): UploadQuery {
  return {
    ...readingQuery(reading),
    ...(rows === 'valid' && { rows }),
    ...(found && found.duplicate_rows > 0 && { duplicates }),
  };
}

export function readingQuery({ columns, firstRow }: Reading) {
  return {
    ...(columns && { columns: columnsText(columns) }),
    ...(firstRow && { first_row: firstRow }),
  };
}

/** How many leads an import of the valid rows adds. */
export function leadsToStore(found: FileCheck, { duplicates }: Choices): number {
  return found.valid_rows - (duplicates === 'skip' ? found.duplicate_rows : 0);
}

/** Every row is right, and every one is skipped. */
export function isNothingLeft(found: FileCheck, choices: Choices): boolean {
  return (
    found.problem_count === 0 && found.duplicate_rows > 0 && leadsToStore(found, choices) === 0
  );
}

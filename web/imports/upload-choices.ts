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
  duplicates: Way;
  /** What becomes of rows of an export that name another partner. */
  otherPartners: Way;
};
/** What is done with rows that the sender may not want. */
export type Way = 'skip' | 'import';
/** How the rows of the file are read, which every question about it has to say. */
export type Reading = Pick<Choices, 'columns' | 'firstRow'>;
export type Rows = 'all' | 'valid';

export const noChoices: Choices = { duplicates: 'skip', otherPartners: 'skip' };

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
  { duplicates, otherPartners, ...reading }: Choices,
  found: FileCheck | undefined,
): UploadQuery {
  return {
    ...readingQuery(reading),
    ...(rows === 'valid' && { rows }),
    ...(found && found.duplicate_rows > 0 && { duplicates }),
    ...(found && found.other_partner_rows > 0 && { other_partners: otherPartners }),
  };
}

export function readingQuery({ columns, firstRow }: Reading) {
  return {
    ...(columns && { columns: columnsText(columns) }),
    ...(firstRow && { first_row: firstRow }),
  };
}

/** How many leads an import of the valid rows adds. */
export function leadsToStore(found: FileCheck, choices: Choices): number {
  const { duplicates, others } = rowsLeftOut(found, choices);
  return found.valid_rows - duplicates - others;
}

/** Rows that are right and that the sender does not want. */
export function rowsLeftOut(found: FileCheck, { duplicates, otherPartners }: Choices) {
  return {
    duplicates: duplicates === 'skip' ? found.duplicate_rows : 0,
    others: otherPartners === 'skip' ? found.other_partner_rows : 0,
  };
}

/** Every row is right, and every one is skipped. */
export function isNothingLeft(found: FileCheck, choices: Choices): boolean {
  const isSome = found.duplicate_rows + found.other_partner_rows > 0;
  return found.problem_count === 0 && isSome && leadsToStore(found, choices) === 0;
}

import type { Duplicate, FileCheck } from '#contract/imports.ts';
import { counted, groupDigits } from '#web/ui/format.ts';
import { leftBehindText, othersText } from '../import-text.ts';
import type { Way } from '../upload-choices.ts';
import type { Question } from '../upload-state.ts';
import { columnTitle, type FileColumn, fieldNames } from './column-choice.ts';
import { isNameless, namesLookLikeValues } from './first-row.ts';

const delimiters: Record<string, string> = {
  ',': 'comma-separated',
  ';': 'semicolon-separated',
  '\t': 'tab-separated',
  '|': 'separated by |',
};

/** `1,204 rows · 8 columns · UTF-8 · comma-separated` */
export function summaryText(found: FileCheck): string {
  const { rows, columns, encoding, delimiter, sheet, header_row } = found;
  return [
    counted(rows, 'row'),
    counted(columns.length, 'column'),
    encoding && encodingName(encoding),
    delimiter && (delimiters[delimiter] ?? `separated by ${delimiter}`),
    sheet && `sheet “${sheet}”`,
    isNameless(found) && 'no column names',
    header_row > 1 && `column names in row ${groupDigits(header_row)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Names of encodings are written as their makers write them: UTF-8, Windows-1252. */
function encodingName(name: string): string {
  return name
    .replace(/^utf/i, 'UTF')
    .replace(/^windows/i, 'Windows')
    .replace(/(?<=^UTF-16)[lb]e$/i, '');
}

export const columnsBy: Record<FileCheck['columns_by'], string> = {
  names: 'Columns are read by their names.',
  memory: 'Columns are read as last time.',
  choice: 'Columns are read as you chose.',
};

/** No row has been looked at, because nobody knows yet which column is which. */
export function isUndecided({ missing, rows, valid_rows, bad_rows }: FileCheck): boolean {
  return missing.length > 0 || (rows > 0 && valid_rows + bad_rows === 0);
}

/** What is only proposed is not read yet, and not shown. */
export function firstRowsTitle(found: FileCheck): string {
  return isUndecided(found) ? 'First rows as read so far' : 'First rows as they will be read';
}

/** Columns whose values say what they are, and whose names do not or say something else. */
export function proposedColumns({ columns }: FileCheck) {
  return columns.flatMap((column) =>
    column.proposed ? [{ ...column, proposed: column.proposed }] : [],
  );
}

/** `“Erreichbar” looks like Phone number, “Netz” (read as Website) looks like Email.` */
export function proposalsText(found: FileCheck): string {
  const parts = proposedColumns(found).map(
    (column) =>
      `“${columnTitle(column)}”${readAs(column)} looks like ${fieldNames[column.proposed]}`,
  );
  return `${parts.join(', ')}.`;
}

/** Nothing where the title says it already. */
function readAs({ field, title }: FileColumn): string {
  if (!field || fieldNames[field].toLowerCase() === title.toLowerCase()) return '';
  return ` (read as ${fieldNames[field]})`;
}

/** What the button says that reads columns as their values look. */
export function readProposedText(found: FileCheck): string {
  const [first, ...others] = proposedColumns(found);
  if (!isAnyRead(found)) return others.length > 0 ? 'Read them too' : 'Read it too';
  return others.length > 0 || !first ? 'Read them so' : `Read it as ${fieldNames[first.proposed]}`;
}

function isAnyRead(found: FileCheck): boolean {
  return proposedColumns(found).some(({ field }) => field !== null);
}

function proposalsVerdict(found: FileCheck): string {
  const count = proposedColumns(found).length;
  return isAnyRead(found)
    ? `${counted(count, 'column looks', 'columns look')} like something else`
    : `${counted(count, 'column is', 'columns are')} not read`;
}

/** What a question is about in a few words, for the line under the file. */
export function verdict(found: FileCheck, question: Question | undefined): string {
  switch (question) {
    case 'columns':
      return 'Choose the columns';
    case 'problems':
      return `${counted(found.problem_count, 'problem')} found`;
    case 'duplicates':
      return counted(found.duplicate_rows, 'row repeats', 'rows repeat');
    case 'partners':
      return counted(found.other_partner_rows, ...namesAnother);
    case 'proposals':
      return proposalsVerdict(found);
    default:
      return 'No problems found';
  }
}

/** What is read out where Upload was pressed and cannot go on by itself. */
export function askedText(found: FileCheck, question: Question, whose: Whose): string {
  switch (question) {
    case 'columns':
      return 'No leads were stored yet. First choose which column is which.';
    case 'problems':
      return `No leads were stored. ${problemsText(found)}`;
    case 'duplicates':
      return `No leads were stored yet. ${repeatsText(found, whose)} Choose what to do, then upload.`;
    case 'partners':
      return `No leads were stored yet. ${otherPartnersText(found)} Choose what to do, then upload.`;
    case 'proposals':
      return `No leads were stored yet. ${proposalsText(found)} Choose what to do, then upload.`;
  }
}

export function problemsText({ problem_count, bad_rows, rows }: FileCheck): string {
  const where = bad_rows > 0 ? ` in ${groupDigits(bad_rows)} of ${counted(rows, 'row')}` : '';
  return `${counted(problem_count, 'problem')}${where}: ${notStored(bad_rows)}.`;
}

/** True beside both ways on: mending the file, and importing the valid rows without these. */
function notStored(badRows: number): string {
  if (badRows === 0) return 'the file cannot be stored as it is';
  return badRows === 1
    ? 'this row cannot be stored as it is'
    : 'these rows cannot be stored as they are';
}

/** Whose leads the rows become: the sender's own, or those of a partner. */
export type Whose = 'own' | 'partner';

const namesAnother = ['row names another partner', 'rows name another partner'] as const;

/** `3 rows name another partner: Nora Lindqvist (2), Omar Haddad (1).` */
export function otherPartnersText({ other_partner_rows, other_partners }: FileCheck): string {
  const names = other_partners.map(({ name, rows }) => `${name} (${groupDigits(rows)})`);
  const named = other_partners.reduce((sum, { rows }) => sum + rows, 0);
  if (named < other_partner_rows) names.push('and more');
  return `${counted(other_partner_rows, ...namesAnother)}: ${names.join(', ')}.`;
}

/** Columns that are no field of a lead, beside those that a choice is offered for. */
export function unreadColumns({ columns }: FileCheck): string[] {
  return columns
    .filter(({ field, proposed, compared, title }) => !field && !proposed && !compared && title)
    .map(columnTitle);
}

/** What stands in a column, and what that looks like. */
export function samplesText(samples: string[], { proposed }: FileColumn): string {
  const values = samples.join(', ') || 'No values in the first rows';
  return proposed ? `Looks like ${fieldNames[proposed]}: ${values}` : values;
}

const mostNamed = 12;

/** `Not read: “address”, “city” and 3 more.` */
export function unreadText(found: FileCheck): string {
  const titles = unreadColumns(found).map((title) => `“${title}”`);
  const named = titles.slice(0, mostNamed).join(', ');
  const more = titles.length - mostNamed;
  return `Not read: ${named}${more > 0 ? ` and ${groupDigits(more)} more` : ''}.`;
}

const inFile = { one: 'another row of the file', many: 'other rows of the file' };
const ofOthers = { one: 'a lead of another partner', many: 'leads of other partners' };
const alreadyThere: Record<Whose, { one: string; many: string }> = {
  own: { one: 'a lead you already have', many: 'leads you already have' },
  partner: { one: 'a lead this partner already has', many: 'leads this partner already has' },
};

/** `a, b or c`: Americans put another comma before the “or”. */
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export function repeatsText({ duplicate_rows, duplicates }: FileCheck, whose: Whose): string {
  const repeated = { file: inFile, leads: alreadyThere[whose], others: ofOthers };
  const kinds = (['file', 'leads', 'others'] as const).filter((of) =>
    duplicates.some((d) => d.of === of),
  );
  const number = duplicate_rows === 1 ? 'one' : 'many';
  const what = alternatives.format(kinds.map((of) => repeated[of][number]));
  const count = counted(duplicate_rows, 'row repeats', 'rows repeat');
  return what ? `${count}: the same as ${what}.` : `${count}.`;
}

export function repeatOf({ of, same_as_row }: Duplicate, whose: Whose): string {
  if (of === 'others') return ofOthers.one;
  if (of === 'leads' || same_as_row === null) return alreadyThere[whose].one;
  return `row ${groupDigits(same_as_row)} of the file`;
}

export const whichColumnText = 'Choose what each column of the file holds.';
export const rememberedText = 'The answer is remembered for files with the same columns.';

export function neededText(needed: readonly string[]): string {
  if (needed.length === 0) return 'Every required field has a column.';
  const instead = needed.includes(fieldNames.first_name) && needed.includes(fieldNames.last_name);
  return `Still needed: ${needed.join(', ')}.${instead ? ' A full name serves as first and last name.' : ''}`;
}

/** Nothing where the first row could well be one of names. */
export function firstRowText(found: FileCheck): string | undefined {
  if (!namesLookLikeValues(found)) return undefined;
  return `${rowName(found)} looks like data, not like the names of columns. Taken for names, it is not stored.`;
}

/** What undoes the guess that the first row is a lead. */
export const namesColumnsText = 'It names the columns';

/** Where it is not known yet in which row of the file its first one stands. */
export const firstIsLeadText = 'The first row is a lead';

/** `The first row is a lead`, `Row 3 is a lead` */
export function isLeadText(found: FileCheck): string {
  return `${rowName(found)} is a lead`;
}

function rowName({ header_row }: FileCheck): string {
  return header_row > 1 ? `Row ${groupDigits(header_row)}` : 'The first row';
}

/** What can be done with rows that repeat. */
export const duplicateWays: Record<Way, string> = { skip: 'Skip them', import: 'Import them too' };

const leaveOut = 'Leave them out';

/** What can be done with rows of other partners. */
export const partnerWays: Record<Whose, Record<Way, string>> = {
  own: { skip: leaveOut, import: 'Add them as leads of your own' },
  partner: { skip: leaveOut, import: 'Add them as leads of the chosen partner' },
};

export type RowsOfFile = {
  leads: number;
  /** Those that are wrong. */
  leftBehind: number;
  /** Those that were not wanted. */
  leftOut: { duplicates: number; others: number };
};

/** What importing the valid rows only will do. */
export function importValidText({ leads, leftBehind, leftOut }: RowsOfFile): string {
  const { duplicates, others } = leftOut;
  const texts = [
    `${counted(leads, 'lead')} will be stored.`,
    `${leftBehindText(leftBehind)}; you can download ${leftBehind === 1 ? 'it' : 'them'} afterwards.`,
  ];
  if (duplicates > 0)
    texts.push(`${counted(duplicates, 'duplicate is', 'duplicates are')} skipped.`);
  if (others > 0) texts.push(`${othersText(others, 'is', 'are')} left out.`);
  return texts.join(' ');
}

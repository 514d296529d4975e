import { createHash } from 'node:crypto';
import { importText } from '#contract/import-text.ts';
import type { ColumnChoice, FileCheck, ImportField } from '#contract/imports.ts';
import { type RowProblem, uploadColumns } from '#contract/imports.ts';
import { maxUploadColumns } from '#contract/limits.ts';
import { type ExportColumns, exportColumnsIn } from './exported-rows.ts';
import { foldTitle, nameWords, synonyms } from './synonyms.ts';

type Column = FileCheck['columns'][number];
export type Columns = {
  columns: Column[];
  by: FileCheck['columns_by'];
  /** Those that are read, each with the name that problems call it by. */
  mapped: { index: number; field: ImportField; name: string }[];
  /** Required fields that no column is read as. */
  missing: string[];
  /** Where a column stands twice, which nobody but the sender can decide. */
  problems: RowProblem[];
  /** The same for every file with these titles; empty where it has none. */
  key: string;
  /** What an export of ours has beside the fields of a lead. */
  exported: ExportColumns | undefined;
};
/** An answer by title, since the same columns may come in another order. */
export type RememberedColumns = { title: string; field: ImportField }[];
/** What the sender answered for files with these titles, by their key. */
export type ColumnMemory = Record<string, RememberedColumns>;

const fieldsBySynonym = new Map<string, ImportField>();
for (const [field, titles] of Object.entries(synonyms)) {
  for (const title of titles) fieldsBySynonym.set(title, field as ImportField);
}
const fieldsByName = new Map<string, ImportField>(
  [...uploadColumns.required, ...uploadColumns.optional].map((name) => [foldTitle(name), name]),
);

/** Whether a title is one that a column of leads may have. */
export function isKnownTitle(title: string): boolean {
  const folded = foldTitle(title);
  return fieldsBySynonym.has(folded) || nameWords.has(folded);
}

export function readColumns(
  row: number,
  named: readonly string[],
  { choice, memory = {} }: { choice?: ColumnChoice | undefined; memory?: ColumnMemory },
): Columns {
  const key = titlesKey(named);
  // A file that names its columns as specified is read as specified.
  const remembered = namesAllRequired(named) ? undefined : memory[key];
  const titles = withUntitled(named, choice, remembered);
  const chosen = choice ?? (remembered && choiceFromMemory(titles, remembered));
  const fields = chosen ? fieldsByIndex(chosen) : fieldsByTitle(titles);
  const columns = titles.map((title, index) => ({
    index,
    title: title.trim(),
    field: fields.get(index) ?? null,
    proposed: null,
  }));
  const by = choice ? 'choice' : remembered ? 'memory' : 'names';
  const problems = by === 'names' ? repeatedColumns(row, titles) : [];
  return {
    columns,
    mapped: mappedColumns(columns),
    by,
    missing: missingFields(columns),
    problems,
    key,
    exported: exportColumnsIn(titles),
  };
}

/** With the columns behind the last title that an answer names by their place. */
function withUntitled(
  titles: readonly string[],
  choice: ColumnChoice | undefined,
  remembered: RememberedColumns | undefined,
): string[] {
  const width = choice
    ? Math.max(0, ...choice.map(({ index }) => index + 1))
    : titles.length +
      untitledIn(remembered ?? []) -
      titles.filter((title) => !foldTitle(title)).length;
  const length = Math.max(titles.length, Math.min(width, maxUploadColumns));
  return Array.from({ length }, (_, index) => titles[index] ?? '');
}

function untitledIn(remembered: RememberedColumns): number {
  return Math.max(0, ...remembered.map(({ title }) => Number(/^ (\d+)$/.exec(title)?.[1] ?? 0)));
}

/** A column behind the last title: what it holds, only its cells can tell. */
export function untitledColumn(index: number): Column {
  return { index, title: '', field: null, proposed: null };
}

/** The columns of a file whose first row is a lead: nobody but the sender can say what they hold. */
export function unnamedColumns(count: number, choice: ColumnChoice | undefined): Columns {
  const fields = fieldsByIndex(choice ?? []);
  const columns = Array.from({ length: count }, (_, index) => ({
    index,
    title: '',
    field: fields.get(index) ?? null,
    proposed: null,
  }));
  return {
    columns,
    mapped: mappedColumns(columns),
    by: choice ? 'choice' : 'names',
    missing: missingFields(columns),
    problems: [],
    key: '',
    exported: undefined,
  };
}

/** Names for columns that have none: with them the rows are read again as they were. */
export function namesInstead({ columns }: Columns): string[] {
  return columns.map(({ field, index }) => field ?? `Column ${index + 1}`);
}

function mappedColumns(columns: readonly Column[]): Columns['mapped'] {
  return columns.flatMap(({ index, title, field }) => {
    if (!field) return [];
    // `Company Name` is company_name; `Firma` is called what the sender calls it.
    const specified = title === '' || fieldsByName.get(foldTitle(title)) === field;
    return [{ index, field, name: specified ? field : title }];
  });
}

/** Whatever their order, and with or without the column that our reports add. */
function titlesKey(titles: readonly string[]): string {
  const named = titleKeys(titles).filter((key) => !/^( |errors )/.test(key));
  return createHash('sha256').update(named.sort().join('\n')).digest('hex');
}

/** Each title with its number among those that are the same. */
function titleKeys(titles: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const folded = foldTitle(title);
    const count = (seen.get(folded) ?? 0) + 1;
    seen.set(folded, count);
    return `${folded} ${count}`;
  });
}

function choiceFromMemory(titles: readonly string[], remembered: RememberedColumns): ColumnChoice {
  const keys = titleKeys(titles);
  return remembered.flatMap(({ title, field }) => {
    const index = keys.indexOf(title);
    return index < 0 ? [] : [{ index, field }];
  });
}

/** What to remember of columns that were chosen. */
export function columnsToRemember(columns: readonly Column[]): RememberedColumns {
  const keys = titleKeys(columns.map(({ title }) => title));
  return columns.flatMap(({ index, field }) =>
    field ? [{ title: keys[index] ?? '', field }] : [],
  );
}

function namesAllRequired(titles: readonly string[]): boolean {
  const named = new Set(titles.map((title) => fieldsByName.get(foldTitle(title))));
  return uploadColumns.required.every((name) => named.has(name));
}

function fieldsByIndex(choice: ColumnChoice): Map<number, ImportField> {
  return new Map(choice.map(({ index, field }) => [index, field]));
}

/** The specified name wins over a synonym, the first column over a later one. */
function fieldsByTitle(titles: readonly string[]): Map<number, ImportField> {
  const folded = titles.map(foldTitle);
  const fields = new Map<number, ImportField>();
  const taken = new Set<ImportField>();
  const claim = (fieldOf: (title: string) => ImportField | undefined) => {
    for (const [index, title] of folded.entries()) {
      const field = fieldOf(title);
      if (!field || fields.has(index) || taken.has(field)) continue;
      fields.set(index, field);
      taken.add(field);
    }
  };
  claim((title) => fieldsByName.get(title));
  claim((title) => {
    const field = fieldsBySynonym.get(title);
    return field === 'full_name' ? undefined : field;
  });
  claim((title) => (nameWords.has(title) ? namePart(taken) : undefined));
  // A whole name is only taken apart where its parts have no columns of their own.
  if (!taken.has('first_name') && !taken.has('last_name')) {
    claim((title) => (fieldsBySynonym.get(title) === 'full_name' ? 'full_name' : undefined));
  }
  return fields;
}

function namePart(taken: ReadonlySet<ImportField>): ImportField {
  if (taken.has('first_name')) return 'last_name';
  return taken.has('last_name') ? 'first_name' : 'full_name';
}

function missingFields(columns: readonly Column[]): string[] {
  const found = new Set<string | null>(columns.map(({ field }) => field));
  const whole = found.has('full_name');
  return uploadColumns.required.filter(
    (name) => !found.has(name) && !(whole && (name === 'first_name' || name === 'last_name')),
  );
}

function repeatedColumns(row: number, titles: readonly string[]): RowProblem[] {
  const seen = new Set<string>();
  const problems: RowProblem[] = [];
  for (const title of titles) {
    const name = fieldsByName.get(foldTitle(title));
    if (!name) continue;
    const message = importText.columnTwice(name);
    if (seen.has(name)) problems.push({ row, column: name, value: title.trim(), message });
    seen.add(name);
  }
  return problems;
}

export function missingColumn(row: number, name: string): RowProblem {
  return { row, column: name, value: null, message: importText.columnMissing(name) };
}

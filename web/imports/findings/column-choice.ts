import {
  type ColumnChoice,
  type FileCheck,
  type ImportField,
  type UploadLead,
  uploadColumns,
} from '#contract/imports.ts';
import { leadLabels } from '#contract/leads.ts';

export type FileColumn = FileCheck['columns'][number];
export type LeadField = keyof UploadLead;

/** What a column can be read as, in the order in which it is offered. */
export const fieldNames = namesWithFullName();

function namesWithFullName(): Record<ImportField, string> {
  const { company_name, first_name, last_name, ...rest } = leadLabels;
  const names = { company_name, first_name, last_name };
  return { ...names, full_name: 'Full name (is split)', ...rest };
}

/** A full name is split into the two others: it takes their place, and they take its. */
const excludedFields: Partial<Record<ImportField, readonly ImportField[]>> = {
  full_name: ['first_name', 'last_name'],
  first_name: ['full_name'],
  last_name: ['full_name'],
};

export function choiceOf(columns: readonly FileColumn[]): ColumnChoice {
  return columns.flatMap(({ index, field }) => (field ? [{ index, field }] : []));
}

/** The same with what the values of columns look like, for the sender to look at. */
export function choiceWithProposals(columns: readonly FileColumn[]): ColumnChoice {
  return columns.reduce(
    (choice, { index, proposed }) => (proposed ? withColumn(choice, index, proposed) : choice),
    choiceOf(columns.map((column) => (column.proposed ? { ...column, field: null } : column))),
  );
}

/** Reads a column as a field, or ignores it; the column that had the field loses it. */
export function withColumn(
  choice: ColumnChoice,
  index: number,
  field: ImportField | undefined,
): ColumnChoice {
  const others = choice.filter((entry) => entry.index !== index);
  if (!field) return others;
  const taken = [field, ...(excludedFields[field] ?? [])];
  const kept = others.filter((entry) => !taken.includes(entry.field));
  return [...kept, { index, field }].sort((a, b) => a.index - b.index);
}

/** The required fields that no column is chosen for, by the names they are offered by. */
export function stillNeeded(choice: ColumnChoice): string[] {
  const has = (field: ImportField) => choice.some((entry) => entry.field === field);
  const isGiven = (field: ImportField) =>
    has(field) || (has('full_name') && Boolean(excludedFields[field]));
  return uploadColumns.required
    .filter((field) => !isGiven(field))
    .map((field) => fieldNames[field]);
}

/** Which column to look at first: one that says nothing where a field is missing, else a proposed one. */
export function firstOpenColumn(columns: readonly FileColumn[]): FileColumn | undefined {
  const open = columns.filter(({ field, proposed }) => field === null || proposed !== null);
  const isNeeded = stillNeeded(choiceWithProposals(columns)).length > 0;
  const best = open.find(({ proposed }) => (proposed === null) === isNeeded);
  return best ?? open[0] ?? columns[0];
}

/** As the server takes it: `0:company_name,3:email` */
export function columnsText(choice: ColumnChoice): string {
  return choice.map(({ index, field }) => `${index}:${field}`).join(',');
}

/** What the column is called or, without a name, where a spreadsheet program shows it. */
export function columnTitle({ title, index }: FileColumn): string {
  return title || `Column ${columnLetters(index)}`;
}

function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

const maxSamples = 3;

/** A few values of the column at this place, each once. */
export function samplesOf({ first_rows }: FileCheck, place: number): string[] {
  const values = first_rows.map(({ cells }) => (cells[place] ?? '').trim()).filter(Boolean);
  return [...new Set(values)].slice(0, maxSamples);
}

/** The fields of a lead that the file has, as they are read. */
export function fieldsRead(columns: readonly FileColumn[]): LeadField[] {
  const fields = new Set<ImportField | null>(columns.map(({ field }) => field));
  const isRead = (field: ImportField) =>
    fields.has(field) || (fields.has('full_name') && Boolean(excludedFields[field]));
  return Object.keys(fieldNames).filter(
    (field): field is LeadField => field !== 'full_name' && isRead(field as ImportField),
  );
}

import type { FileCheck } from '#contract/imports.ts';
import { groupDigits } from '#web/ui/format.ts';

/** What people have in their columns and never call them: an email, a website, a phone number. */
const values = [
  /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/,
  /^(https?:\/\/|www\.)\S+\.\S+$/i,
  /^\+?[\d\s()./-]{7,}$/,
];

function looksLikeValue(title: string): boolean {
  const text = title.trim();
  return values.some((value) => value.test(text));
}

/** A file whose first row is a lead: nothing in it names its columns. */
export function isNameless({ header_row }: FileCheck): boolean {
  return header_row === 0;
}

/** Undefined where the row that columns get their names from could well be one of names. */
export function firstRowText(found: FileCheck): string | undefined {
  if (!found.columns.some(({ title }) => looksLikeValue(title))) return undefined;
  return `${rowName(found)} looks like data, not like the names of columns. Taken for names, it is not stored.`;
}

/** Where it is not known yet in which row of the file its first one stands. */
export const firstIsLeadText = 'The first row is a lead';

/** `The first row is a lead`, `Row 3 is a lead` */
export function isLeadText(found: FileCheck): string {
  return `${rowName(found)} is a lead`;
}

function rowName({ header_row }: FileCheck): string {
  return header_row > 1 ? `Row ${groupDigits(header_row)}` : 'The first row';
}

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

/** Undefined where the row that columns get their names from could well be one of names. */
export function firstRowText({ columns, header_row }: FileCheck): string | undefined {
  if (!columns.some(({ title }) => looksLikeValue(title))) return undefined;
  const row = header_row > 1 ? `Row ${groupDigits(header_row)}` : 'The first row';
  return `${row} looks like data, not like the names of columns. Add a row of names above it and choose the file again: as the file is, that row would be taken for names and not be stored.`;
}

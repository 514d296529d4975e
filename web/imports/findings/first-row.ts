import type { FileCheck } from '#contract/imports.ts';

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

/** Whether the row that columns get their names from could as well be one of values. */
export function namesLookLikeValues({ columns }: FileCheck): boolean {
  return columns.some(({ title }) => looksLikeValue(title));
}

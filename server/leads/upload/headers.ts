import { type RowProblem, type UploadLead, uploadColumns } from '#contract/leads.ts';
import { Refusal, refusalText } from './refusal.ts';

export type UploadColumn = keyof UploadLead;
export type Header = {
  row: number;
  width: number;
  columns: { name: UploadColumn; index: number }[];
};

const optionalColumns: ReadonlySet<string> = new Set(uploadColumns.optional);
const columnsByName = new Map<string, UploadColumn>(
  [...uploadColumns.required, ...uploadColumns.optional].map((name) => [name, name]),
);

export function isOptional(column: UploadColumn): boolean {
  return optionalColumns.has(column);
}

/** ` Company Name`, `company-name` and `COMPANY_NAME` name the same column. */
export function columnOf(title: string): UploadColumn | undefined {
  const name = title.trim().toLowerCase();
  return columnsByName.get(name.replace(/[\s_-]+/g, '_'));
}

export function readHeader(
  row: number,
  titles: readonly string[],
): { header: Header; problems: RowProblem[] } {
  const columns: Header['columns'] = [];
  const problems: RowProblem[] = [];
  const seen = new Set<UploadColumn>();
  for (const [index, title] of titles.entries()) {
    const name = columnOf(title);
    if (!name) continue;
    if (!seen.has(name)) columns.push({ name, index });
    else problems.push({ row, column: name, message: `Column ${name} appears more than once` });
    seen.add(name);
  }
  if (columns.length === 0) throw new Refusal(refusalText.noHeader);
  for (const name of uploadColumns.required) {
    if (!seen.has(name)) problems.push({ row, column: name, message: `Column ${name} is missing` });
  }
  return { header: { row, width: titles.length, columns }, problems };
}

import type { SheetRows } from './rows.ts';
import type { FileKind } from './sniff.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { readXls } from './xls/read-xls.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

export async function readWorkbook(
  path: string,
  kind: Exclude<FileKind, 'text'>,
): Promise<SheetRows> {
  const found = kind === 'zip' ? await readXlsx(path) : await readXls(path, kind);
  if (!found) throw new SpreadsheetError('noRows');
  const { name, ...rows } = found;
  return { ...rows, sheet: name, strictWidth: false, lossy: false };
}

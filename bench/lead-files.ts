import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { uploadColumns } from '#contract/imports.ts';
import { openReport } from '#server/imports/report.ts';

const columns = [...uploadColumns.required, ...uploadColumns.optional];

/** Rows as partners send them: every person and company once, titles and countries often. */
function rowsOf(count: number, from = 0): string[][] {
  const countries = ['Germany', 'France', 'Österreich', 'España'];
  return Array.from({ length: count }, (_, index) => {
    const n = from + index;
    return [
      `Firm ${n}`,
      `Ada ${n % 977}`,
      `Müller ${n}`,
      `person${n}@firm${n}.example`,
      `+49 30 ${1_000_000 + n}`,
      '',
      'Director',
      countries[n % countries.length] ?? '',
    ];
  });
}

export type LeadFile = { name: string; rows: number; content: Buffer };

export function csvFile(count: number): LeadFile {
  const lines = [columns, ...rowsOf(count)].map((cells) => cells.join(','));
  return { name: 'leads.csv', rows: count, content: Buffer.from(lines.join('\r\n')) };
}

export function xlsxFile(count: number): LeadFile {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([columns, ...rowsOf(count)], { dense: true });
  utils.book_append_sheet(book, sheet, 'Leads');
  const content = write(book, {
    type: 'buffer',
    bookType: 'xlsx',
    bookSST: true,
    compression: true,
  });
  return { name: 'leads.xlsx', rows: count, content };
}

/** By our own writer: SheetJS takes minutes for the texts of a large XLS. */
export async function xlsFile(folder: string, count: number, from: number): Promise<LeadFile> {
  const path = join(folder, `leads-${from}.xls`);
  const writer = await openReport(path, { format: 'xls', sheet: 'Leads' }, columns);
  for (const cells of rowsOf(count, from)) await writer.row(cells, '');
  await writer.finish();
  return { name: 'leads.xls', rows: count, content: readFileSync(path) };
}

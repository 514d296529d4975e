import { utils, write } from '@e965/xlsx';
import { uploadColumns } from '#contract/imports.ts';

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

/** With a text in each cell: SheetJS takes minutes to write those of a large XLS as shared ones. */
export function xlsFile(count: number, from: number): LeadFile {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([columns, ...rowsOf(count, from)], { dense: true });
  utils.book_append_sheet(book, sheet, 'Leads');
  const content = write(book, { type: 'buffer', bookType: 'biff8', bookSST: false });
  return { name: 'leads.xls', rows: count, content };
}

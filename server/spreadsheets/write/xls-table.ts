import { openOutput } from './output.ts';
import { sheetName } from './sheet-name.ts';
import { columnWidths, cutCell, type Table } from './table.ts';
import { fillFrame, type LabelRow } from './xls-records.ts';

/** Kept in memory until it is finished: the format holds no more than 65,536 rows. */
export async function openXls(path: string, sheet: string): Promise<Table> {
  const file = await openOutput(path);
  const texts = new Map<string, number>();
  const rows: LabelRow[] = [];
  let widths: number[] = [];
  const numberOf = (text: string) => {
    const number = texts.get(text) ?? texts.size;
    texts.set(text, number);
    return number;
  };
  const row = (cells: readonly string[]) => {
    const labels: number[] = [];
    for (const [index, cell] of cells.entries()) {
      if (cell !== '') labels[index] = numberOf(cutCell(cell));
    }
    rows.push(labels);
  };
  return {
    async begin(header) {
      widths = columnWidths(header);
      row(header);
    },
    row,
    async finish() {
      await file.append(await workbook(sheetName(sheet), widths, rows, new Set(texts.keys())));
      await file.close();
    },
    discard: file.discard,
  };
}

/**
 * SheetJS makes the workbook around the cells. With them, its time would grow with the square of
 * their number, and a text of more than 4,110 characters would keep it busy for ever.
 */
async function workbook(
  name: string,
  widths: readonly number[],
  rows: readonly LabelRow[],
  texts: ReadonlySet<string>,
): Promise<Buffer> {
  const { CFB, utils, write } = await import('@e965/xlsx');
  const sheet = {
    // The format Text, for the same reason as in sheet-xml.ts.
    '!data': [[{ t: 's' as const, v: 'text', z: '@' }]],
    '!ref': utils.encode_range({ r: 0, c: 0 }, { r: rows.length - 1, c: widths.length - 1 }),
    '!cols': widths.map((wch) => ({ wch })),
  };
  const book = { SheetNames: [name], Sheets: { [name]: sheet } };
  const written: Buffer = write(book, { type: 'buffer', bookType: 'biff8', bookSST: true });
  const container = CFB.read(written, { type: 'buffer' });
  const frame = Buffer.from(CFB.find(container, '/Workbook').content);
  CFB.utils.cfb_add(container, '/Workbook', fillFrame(frame, rows, texts));
  return CFB.write(container, { type: 'buffer' }) as Buffer;
}

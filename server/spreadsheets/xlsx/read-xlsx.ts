import type { SheetRow } from '../rows.ts';
import { unpack, type ZipEntry } from '../zip.ts';
import type { CellContext } from './cell.ts';
import { damaged } from './characters.ts';
import { openWorkbook } from './open.ts';
import { readSheet } from './sheet.ts';
import { readStrings } from './strings.ts';
import { readStyles } from './styles.ts';

export type XlsxSheet = {
  name: string;
  rows: AsyncIterable<SheetRow>;
  /** How much of the sheet has been read, from 0 to 1. */
  progress: () => number;
};

/** Only the first visible sheets are searched: what is read is hardly ever further down. */
const mostSheets = 100;

/** The first visible sheet with something in it. */
export async function readXlsx(path: string): Promise<XlsxSheet | undefined> {
  const { sheets, date1904, strings, styles } = await openWorkbook(path);
  const context = {
    date1904,
    strings: strings ? await readStrings(unpack(path, strings), strings.size) : noStrings,
    styles: styles ? await readStyles(unpack(path, styles)) : [],
  };
  const seenParts = new Set<ZipEntry>();
  for (const { name, part } of sheets.slice(0, mostSheets)) {
    // A part that several sheets share would be read once for each.
    if (!part || seenParts.has(part)) throw damaged();
    seenParts.add(part);
    const rows = readSheet(unpack(path, part), context);
    const first = await rows.next();
    await rows.return(undefined);
    if (!first.done) return { name, ...wholeSheet(path, part, context) };
  }
  return undefined;
}

function noStrings(): never {
  throw damaged();
}

function wholeSheet(path: string, part: ZipEntry, context: CellContext) {
  let size = 0;
  async function* counted() {
    for await (const chunk of unpack(path, part)) {
      size += chunk.length;
      yield chunk;
    }
  }
  return { rows: readSheet(counted(), context), progress: () => size / part.size };
}

import { deflateRawSync } from 'node:zlib';
import { type CellObject, CFB, utils, type WorkBook, write } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { crc32 } from '#server/spreadsheets/crc32.ts';

export const columns = ['company_name', 'first_name', 'last_name', 'email', 'phone_number'];
export const acme = ['Acme', 'Ada', 'Byron', 'ada@acme.example', '+44 1'];
export const header = columns.join(',');

type Cell = string | number | boolean | Date | null | CellObject;

export function encode(text: string, encoding: string, addBOM = false): Buffer {
  return iconv.encode(text, encoding, { addBOM });
}

export function workbook(...sheets: Cell[][][]): WorkBook {
  const book = utils.book_new();
  for (const [index, rows] of sheets.entries()) {
    const sheet = utils.aoa_to_sheet(rows, { cellDates: false });
    utils.book_append_sheet(book, sheet, `Sheet ${index + 1}`);
  }
  return book;
}

export function saveAs(book: WorkBook, bookType: 'xlsx' | 'biff8' | 'biff5' | 'xlsb' | 'ods') {
  const bookSST = bookType !== 'biff5';
  return write(book, { type: 'buffer', bookType, compression: true, bookSST }) as Buffer;
}

export function compoundFile(streams: Record<string, Buffer>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, name, content);
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

export function compoundStream(file: Buffer, name: string): Buffer {
  return Buffer.from(CFB.find(CFB.read(file, { type: 'buffer' }), name).content);
}

/** A record of an XLS workbook: of these numbers, each in two bytes, and what follows them. */
export function biffRecord(
  id: number,
  numbers: readonly number[],
  rest: Buffer | string = '',
): Buffer {
  const content = Buffer.concat([Buffer.alloc(2 * numbers.length), Buffer.from(rest)]);
  for (const [index, number] of numbers.entries()) content.writeUInt16LE(number, 2 * index);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

export type Packed = {
  content: string | Buffer;
  /** What the directory says where it lies. */
  size?: number;
  flags?: number;
  zip64?: boolean;
  stored?: boolean;
};

export function zipFile(entries: Record<string, Packed | string>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(entries)) {
    const entry = typeof given === 'string' ? { content: given } : given;
    const { local, central } = zipEntry(Buffer.from(name), entry, offset);
    offset += local.length;
    locals.push(local);
    directory.push(central);
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

function zipEntry(name: Buffer, entry: Packed, offset: number) {
  const content = Buffer.from(entry.content);
  const packed = entry.stored ? content : deflateRawSync(content);
  const size = entry.size ?? content.length;
  const extra = entry.zip64 ? zip64Extra(size, packed.length) : Buffer.alloc(0);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(entry.flags ?? 0, 2);
  common.writeUInt16LE(entry.stored ? 0 : 8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(entry.zip64 ? 0xffff_ffff : packed.length, 14);
  common.writeUInt32LE(entry.zip64 ? 0xffff_ffff : size, 18);
  common.writeUInt16LE(name.length, 22);
  common.writeUInt16LE(extra.length, 24);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const local = [Buffer.from('PK\x03\x04', 'latin1'), common, name, extra, packed];
  const central = [Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name, extra];
  return { local: Buffer.concat(local), central: Buffer.concat(central) };
}

function zip64Extra(size: number, packed: number): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packed), 12);
  return extra;
}

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An XLSX of hand-written XML, for what SheetJS cannot write. */
export function rawXlsx(
  sheet: string,
  parts: Record<string, Packed | string> = {},
): Record<string, Packed | string> {
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relation}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': '<styleSheet></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...parts,
  };
}

export function inlineRow(row: number, cells: readonly string[]): string {
  const xml = cells.map((cell, index) => {
    const at = `${String.fromCharCode(65 + index)}${row}`;
    return cell.startsWith('<')
      ? cell.replace('<c', `<c r="${at}"`)
      : `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row r="${row}">${xml.join('')}</row>`;
}

/** The texts that the cells of a workbook share. */
export const shared = (texts: string) => ({ 'xl/sharedStrings.xml': `<sst>${texts}</sst>` });
/** Cell styles with these number formats; 164 is one of the workbook's own. */
export const styles = (...formats: number[]) => {
  const cellXfs = formats.map((format) => `<xf numFmtId="${format}"/>`).join('');
  const own = '<numFmts><numFmt numFmtId="164" formatCode="000000"/></numFmts>';
  return { 'xl/styles.xml': `<styleSheet>${own}<cellXfs>${cellXfs}</cellXfs></styleSheet>` };
};

/** A workbook as programs write it, each text once and shared; of many rows in a twentieth of the time. */
export function sharedTexts(rows: readonly (readonly string[])[]) {
  const numbers = new Map<string, number>();
  const cellOf = (text: string) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return `<c t="s"><v>${numbers.get(text)}</v></c>`;
  };
  const sheet = rows.map((cells, index) => inlineRow(index + 1, cells.map(cellOf))).join('');
  const texts = [...numbers.keys()].map((text) => `<si><t>${text}</t></si>`).join('');
  return rawXlsx(sheet, shared(texts));
}

/**
 * An XLS file of many rows, each text in its cell: SheetJS takes seconds to write as many, as it sets a
 * page of memory aside for each cell.
 */
export function manyRowsXls(head: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  const stream = compoundStream(saveAs(workbook([[...head]]), 'biff8'), 'Workbook');
  const cells = rows.flatMap((texts, row) =>
    texts.map((text, column) => labelRecord(row + 1, column, text)),
  );
  const endOfSheet = stream.length - 4;
  const parts = [stream.subarray(0, endOfSheet), ...cells, stream.subarray(endOfSheet)];
  return compoundFile({ Workbook: Buffer.concat(parts) });
}

function labelRecord(row: number, column: number, text: string): Buffer {
  const record = Buffer.alloc(13 + text.length);
  const numbers = [0x0204, 9 + text.length, row, column, 0, text.length];
  for (const [index, number] of numbers.entries()) record.writeUInt16LE(number, 2 * index);
  record.write(text, 13, 'latin1');
  return record;
}

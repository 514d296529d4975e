import { SpreadsheetError } from '../spreadsheet-error.ts';

const record = { bof: [0x0009, 0x0209, 0x0409, 0x0809], eof: 0x000a, filePass: 0x002f } as const;
const begins: ReadonlySet<number> = new Set(record.bof);

/**
 * SheetJS gives the rows it got when a workbook's records end too early: make sure that every
 * part that begins also ends, so that no row is lost in silence.
 */
export function checkBiff(stream: Buffer): { biff8: boolean } {
  let open = 0;
  let parts = 0;
  for (let at = 0; at + 4 <= stream.length; ) {
    const id = stream.readUInt16LE(at);
    at += 4 + stream.readUInt16LE(at + 2);
    if (open === 0 && id === 0) break;
    if (at > stream.length) throw new SpreadsheetError('damaged');
    if (id === record.filePass) throw new SpreadsheetError('password');
    if (begins.has(id)) {
      open++;
      parts++;
    } else if (id === record.eof) open--;
  }
  if (open !== 0 || parts === 0) throw new SpreadsheetError('damaged');
  return { biff8: stream.readUInt16LE(0) === 0x0809 && stream.readUInt16LE(4) === 0x0600 };
}

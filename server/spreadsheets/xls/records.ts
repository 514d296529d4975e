import { SpreadsheetError } from '../spreadsheet-error.ts';

/** A record of a workbook's stream: where it begins, where its content does, and where it ends. */
export type BiffRecord = { id: number; at: number; start: number; end: number };

export const record = {
  bof: [0x0009, 0x0209, 0x0409, 0x0809],
  eof: 0x000a,
  filePass: 0x002f,
  continued: 0x003c,
} as const;
export const begins: ReadonlySet<number> = new Set(record.bof);

/** Up to the end of the last part; what may follow is none of the workbook's. */
export function* recordsOf(stream: Buffer): Generator<BiffRecord> {
  let open = 0;
  for (let at = 0; at + 4 <= stream.length; ) {
    const id = stream.readUInt16LE(at);
    const start = at + 4;
    const end = start + stream.readUInt16LE(at + 2);
    if (open === 0 && id === 0) return;
    if (end > stream.length) throw new SpreadsheetError('damaged');
    if (begins.has(id)) open++;
    else if (id === record.eof) open--;
    yield { id, at, start, end };
    at = end;
  }
}

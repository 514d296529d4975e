import { SpreadsheetError } from '../spreadsheet-error.ts';

/**
 * Texts follow each other through a record and its continuations, in each of which the letters say
 * anew whether they take one byte or two. SheetJS reads for ever where one byte of a text is left.
 */
export function checkSharedTexts(parts: Buffer[]): void {
  const bytes = Buffer.concat(parts);
  if (bytes.length < 8) throw new SpreadsheetError('damaged');
  const count = bytes.readUInt32LE(4);
  const pass = letterPasser(bytes, parts);
  let at = 8;
  for (let text = 0; at < bytes.length && text < count; text++) {
    const flags = bytes[at + 2] ?? 0;
    const [runs, more] = [flags & 8 ? 2 : 0, flags & 4 ? 4 : 0];
    const start = at + 3 + runs + more;
    const end = start > bytes.length ? start : pass(start, bytes.readUInt16LE(at), flags & 1);
    if (end > bytes.length) throw new SpreadsheetError('damaged');
    at = end;
    if (runs) at += 4 * bytes.readUInt16LE(start - more - runs);
    if (more) at += bytes.readUInt32LE(start - more);
  }
}

/** Gives the position after so many letters. */
function letterPasser(bytes: Buffer, parts: Buffer[]) {
  const starts: number[] = [];
  let end = 0;
  for (const { length } of parts) {
    starts.push(end);
    end += length;
  }
  let part = 0;
  const isStart = (at: number) => {
    while ((starts[part] ?? end) < Math.min(at, end)) part++;
    return starts[part] === at;
  };
  return (start: number, letters: number, isWide: number): number => {
    let at = start;
    let width = 1 + isWide;
    for (let left = letters; left > 0; left--) {
      while (isStart(at)) width = bytes[at++] ? 2 : 1;
      at += width;
    }
    return at;
  };
}

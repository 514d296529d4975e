import { begins } from './records.ts';

/** Of BIFF, as XLS is called inside: 5 is Excel 5 and 95, 8 is Excel 97 and later. */
export type Version = 2 | 3 | 4 | 5 | 8;

const versionOfBegin = new Map<number, Version>([
  [0x0009, 2],
  [0x0209, 3],
  [0x0409, 4],
]);
const versionByNumber = new Map<number, Version>([
  [0x0002, 2],
  [0x0007, 2],
  [0x0200, 2],
  [0x0300, 3],
  [0x0400, 4],
  [0x0500, 5],
]);
const kinds = { sheet: 0x0010, sheetOf5: 0x1000 };
const cellsSince3: ReadonlySet<number> = new Set([0x0203, 0x0204]);
const textOf2 = 0x0004;

/**
 * Gives the version in which SheetJS reads each record, asked in their order: the first that was
 * found stays, whatever later parts call themselves (Excel 97 calls sheets of Excel 95 its own),
 * and where a part tells no number, its cells may still show another.
 */
export function versionTaker(): (id: number, content: Buffer) => Version {
  let version: Version = 8;
  let isGuess = false;
  return (id, content) => {
    if (begins.has(id)) {
      const number = content.readUInt16LE(0);
      const kind = content.readUInt16LE(2);
      isGuess = number === 0;
      if (version === 8) version = versionOfBegin.get(id) ?? versionByNumber.get(number) ?? 8;
      if (isGuess && kind === kinds.sheetOf5) version = 5;
      else if (isGuess && version === 8 && kind === kinds.sheet) version = 2;
    } else if (isGuess && version === 2 && cellsSince3.has(id)) version = 5;
    else if (isGuess && version === 5 && id === textOf2) version = 2;
    return version;
  };
}

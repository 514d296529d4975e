import { SpreadsheetError } from '../spreadsheet-error.ts';
import { damaged, decodeEscapes } from './characters.ts';
import { readXml } from './xml.ts';

export type SharedStrings = (index: number) => string;

/** Twice what Google Sheets holds in a cell; Excel holds 32,767. */
const longestText = 100_000;

/** A workbook as large as may be uploaded has 200,000 rows of 20 texts that are all different. */
const mostStrings = 4_000_000;
/** They are all in memory at once. */
const mostBytes = 150 * 1024 * 1024;

export function checkLength(length: number): void {
  if (length > longestText) throw damaged();
}

/** Tells texts and runs of rich text from phonetic runs, which say how the others are spoken. */
export function shownTexts() {
  let phonetic = false;
  return {
    open(name: string): void {
      if (name === 'rPh') phonetic = true;
    },
    close(name: string): void {
      if (name === 'rPh') phonetic = false;
    },
    isShown(name: string, parent: string): boolean {
      return !phonetic && name === 't' && (parent === 'si' || parent === 'is' || parent === 'r');
    },
  };
}

/**
 * The texts that cells share. There may be a million of them: kept as bytes, they take no more
 * than the XML they came in, whose size is known, and the garbage collector has nothing to walk.
 */
export async function readStrings(
  chunks: AsyncIterable<Buffer>,
  size: number,
): Promise<SharedStrings> {
  if (size > mostBytes) throw new SpreadsheetError('tooLargeInside');
  const bytes = Buffer.allocUnsafeSlow(size);
  let ends = new Uint32Array(1024);
  let count = 0;
  let end = 0;
  let text = '';
  const texts = shownTexts();
  await readXml(chunks, {
    open: texts.open,
    text(more, name, parent) {
      if (!texts.isShown(name, parent)) return;
      text += more;
      checkLength(text.length);
    },
    close(name, parent) {
      texts.close(name);
      if (name !== 'si' || parent !== 'sst') return;
      if (count === mostStrings) throw new SpreadsheetError('tooLargeInside');
      if (count === ends.length) ends = grown(ends);
      end += bytes.write(decodeEscapes(text), end);
      ends[count++] = end;
      text = '';
    },
  });
  return (index) => {
    if (!Number.isInteger(index) || index < 0 || index >= count) throw damaged();
    return bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index]);
  };
}

function grown(ends: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const twice = new Uint32Array(ends.length * 2);
  twice.set(ends);
  return twice;
}

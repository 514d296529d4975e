import { general } from '../cell-text.ts';
import { damaged } from './characters.ts';
import { readXml } from './xml.ts';

/** What Excel allows. */
const longestFormat = 255;
const mostStyles = 65_490;

/**
 * Formats that have a number and no code in the file, as far as they matter: those of money,
 * fractions and percent show a number that is better read plain. From 27 on they are those of
 * China, Japan, Korea and Thailand.
 */
const builtIn: readonly [format: string, ...numbers: number[]][] = [
  ['m/d/yy', 14, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58, 71, 72],
  ['d-mmm-yy', 15, 73],
  ['d-mmm', 16, 74],
  ['mmm-yy', 17, 75],
  ['h:mm AM/PM', 18],
  ['h:mm:ss AM/PM', 19],
  ['h:mm', 20, 32, 76],
  ['h:mm:ss', 21, 33, 77],
  ['m/d/yy h:mm', 22, 78],
  ['mm:ss', 45, 79],
  ['[h]:mm:ss', 46, 80],
  ['mmss.0', 47, 81],
];

/** The number formats of a workbook's cell styles, by the number of the style. */
export async function readStyles(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const formats = new Map<number, string>();
  for (const [format, ...numbers] of builtIn) {
    for (const number of numbers) formats.set(number, format);
  }
  const styles: number[] = [];
  await readXml(chunks, {
    open(name, attributes, parent) {
      if (name === 'numFmt' && parent === 'numFmts') {
        const format = attributes.get('formatCode') ?? general;
        if (format.length > longestFormat || formats.size > mostStyles) throw damaged();
        formats.set(Number(attributes.get('numFmtId')), format);
      } else if (name === 'xf' && parent === 'cellXfs') {
        if (styles.length === mostStyles) throw damaged();
        styles.push(Number(attributes.get('numFmtId') ?? 0));
      }
    },
  });
  return styles.map((number) => formats.get(number) ?? general);
}

import { expect, it } from 'vitest';
import { versionTaker } from './versions.ts';

type Begin = [id: number, number: number, kind?: number];
const label = 0x204;
const labelOf2 = 0x004;

/** The versions that it takes these for, one after another. */
function versionsOf(...records: (Begin | number)[]): number[] {
  const versionAt = versionTaker();
  return records.map((record) => {
    const [id, number = 0, kind = 0x10] = typeof record === 'number' ? [record] : record;
    const content = Buffer.alloc(8);
    content.writeUInt16LE(number, 0);
    content.writeUInt16LE(kind, 2);
    return versionAt(id, content);
  });
}

it.each<[string, (Begin | number)[], number[]]>([
  ['what the first record is called before what it says', [[0x209, 0x600]], [3]],
  ['what the first record says', [[0x809, 0x500], label], [5, 5]],
  ['Excel 97 for a number that nobody knows', [[0x809, 0x580]], [8]],
  [
    'the later part where the first is of Excel 97',
    [
      [0x809, 0x600],
      [0x409, 0x400],
    ],
    [8, 4],
  ],
  [
    'the first part where it is of before',
    [
      [0x809, 0x500],
      [0x809, 0x600],
    ],
    [5, 5],
  ],
  ['Excel 2 for a sheet without a number', [[0x809, 0]], [2]],
  ['Excel 95 where such a sheet has cells of later than Excel 2', [[0x809, 0], 0x203], [2, 5]],
  ['Excel 95 where such a sheet has texts of later than Excel 2', [[0x809, 0], label], [2, 5]],
  ['Excel 95 for a sheet of its own kind without a number', [[0x809, 0, 0x1000]], [5]],
  ['Excel 2 again where a text of it follows', [[0x809, 0, 0x1000], labelOf2], [5, 2]],
  ['Excel 97 for a workbook without a number', [[0x809, 0, 5], label], [8, 8]],
  ['no cells for a hint where there is a number', [[0x009, 2], label], [2, 2]],
  [
    'no cells for a hint after a part with a number',
    [[0x809, 0], [0x809, 0x600], label],
    [2, 2, 2],
  ],
])('The version of an XLS file is taken from %s', (_, records, versions) => {
  expect(versionsOf(...records)).toEqual(versions);
});

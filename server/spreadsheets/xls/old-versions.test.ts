import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { biffRecord, encode } from '#test/spreadsheet-files.ts';
import { readXls } from './read-xls.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'old-versions-'));
});
afterAll(() => rm(folder, { recursive: true }));

const cyrillic = biffRecord(0x42, [1251]);
const end = biffRecord(0x0a, []);
const dates = 'yyyy-mm-dd';
const day = 45_356;
const title = encode('Почта', 'windows-1251');
const name = encode('Яна', 'windows-1251');

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

const bytes = (...values: (number | Buffer | string)[]) =>
  Buffer.concat(values.map((one) => Buffer.from(typeof one === 'number' ? [one] : one)));
/** The value of a formula that is a text, which follows in a record of its own. */
const aText = [0, 0, 0, 0xffff];
/** A formula that stands for a text: so many bytes follow. */
const formulaOfText = bytes(0x17, 4, 'text');
/** A whole number as a sheet of Excel 3 and later keeps it: a bit and a bit at its low end say how. */
const packed = (value: number) => [(value << 2) | 2, 0];
const styled = (id: number, format: number) => biffRecord(id, [format << 8, 0, 0, 0, 0, 0]);

const excel2 = [
  biffRecord(0x009, [2, 0x10]),
  cyrillic,
  ...['General', dates].map((format) => biffRecord(0x01e, [], bytes(format.length, format))),
  ...[0, 1].map((format) => biffRecord(0x043, [0, format])),
  biffRecord(0x000, [0, 2, 0, 5]),
  biffRecord(0x004, [0, 0], bytes(0, 0, 0, title.length, title)),
  biffRecord(0x004, [1, 0], bytes(0, 0, 0, name.length, name)),
  biffRecord(0x003, [1, 1], bytes(1, 0, 0, double(day))),
  biffRecord(0x002, [1, 2], bytes(0, 0, 0, 7, 0)),
  biffRecord(0x005, [1, 3], bytes(0, 0, 0, 1, 0)),
  biffRecord(0x006, [1, 4], bytes(0, 0, 0, double(8), 0, 6, formulaOfText)),
  end,
];

const excel3and4 = (version: 3 | 4) => [
  biffRecord(version === 3 ? 0x209 : 0x409, [version << 8, 0x10, 0]),
  cyrillic,
  ...['General', dates].map((format) =>
    version === 3
      ? biffRecord(0x01e, [], bytes(format.length, format))
      : biffRecord(0x41e, [0], bytes(format.length, format)),
  ),
  ...[0, 1].map((format) => styled(version === 3 ? 0x243 : 0x443, format)),
  biffRecord(0x200, [0, 2, 0, 5, 0]),
  biffRecord(0x204, [0, 0, 0, title.length], title),
  biffRecord(0x204, [1, 0, 0, name.length], name),
  biffRecord(0x203, [1, 1, 1], double(day)),
  biffRecord(0x27e, [1, 2, 0, ...packed(7)]),
  biffRecord(0x205, [1, 3, 0, 1]),
  biffRecord(version === 3 ? 0x206 : 0x406, [1, 4, 0], bytes(double(8), 0, 0, 6, 0, formulaOfText)),
  end,
];

const globals95 = (sheetAt: number) => [
  biffRecord(0x809, [0x500, 5, 0, 0]),
  cyrillic,
  biffRecord(0x41e, [164], bytes(dates.length, dates)),
  ...[0, 164].map((format) => biffRecord(0x0e0, [0, format, 0, 0, 0, 0, 0, 0])),
  biffRecord(0x085, [sheetAt, 0, 0], bytes(6, 'Sheet1')),
  end,
];
const excel95 = [
  ...globals95(Buffer.concat(globals95(0)).length),
  // Excel 97 writes so where it saves for Excel 95.
  biffRecord(0x809, [0x600, 0x10, 0, 0]),
  biffRecord(0x200, [0, 2, 0, 5, 0]),
  biffRecord(0x204, [0, 0, 0, title.length], title),
  biffRecord(0x0d6, [1, 0, 0, name.length], bytes(name, 0)),
  biffRecord(0x203, [1, 1, 1], double(day)),
  biffRecord(0x0bd, [1, 2, 0, ...packed(7), 0, ...packed(1), 3]),
  biffRecord(0x006, [1, 4, 0], bytes(double(8), 0, 0, 0, 0, 0, 0, 6, 0, formulaOfText)),
  end,
];

async function rowsOf(records: Buffer[]) {
  const path = join(folder, 'leads.xls');
  await writeFile(path, Buffer.concat(records));
  const sheet = await readXls(path, 'biff');
  return Array.from(sheet?.rows ?? [], ({ cells }) => Array.from(cells));
}

it.each<[string, Buffer[], string]>([
  ['2', excel2, 'TRUE'],
  ['3', excel3and4(3), 'TRUE'],
  ['4', excel3and4(4), 'TRUE'],
  ['95', excel95, '1'],
])(
  'A file of Excel %s is read: its letters, dates, numbers and formulas',
  async (_, records, last) => {
    expect(await rowsOf(records)).toEqual([['Почта'], ['Яна', '2024-03-05', '7', last, '8']]);
  },
);

it.each<[string, Buffer[], Buffer[]]>([
  [
    '2',
    excel2,
    [
      biffRecord(
        0x006,
        [1, 4],
        bytes(0, 0, 0, ...aText.flatMap((two) => [two & 255, two >> 8]), 0, 0),
      ),
      biffRecord(0x007, [], bytes(name.length, name)),
    ],
  ],
  [
    '4',
    excel3and4(4),
    [biffRecord(0x406, [1, 4, 0, ...aText, 0, 0]), biffRecord(0x207, [name.length], name)],
  ],
  [
    '95',
    excel95,
    [biffRecord(0x006, [1, 4, 0, ...aText, 0, 0, 0, 0]), biffRecord(0x207, [name.length], name)],
  ],
])('A file of Excel %s may have formulas that are texts', async (_, records, formula) => {
  const rows = await rowsOf([...records.slice(0, -1), ...formula, end]);
  expect(rows.at(-1)?.at(-1)).toBe('Яна');
});

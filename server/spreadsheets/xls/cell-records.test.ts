import { describe, expect, it } from 'vitest';
import { acme, columns, compoundStream, saveAs, workbook } from '#test/spreadsheet-files.ts';
import { SpreadsheetError } from '../spreadsheet-error.ts';
import { leaveOnlyCells } from './cell-records.ts';
import { recordsOf } from './records.ts';

const streamOf = (format: 'biff8' | 'biff5') =>
  compoundStream(
    saveAs(workbook([columns, acme]), format),
    format === 'biff8' ? 'Workbook' : 'Book',
  );
const later = streamOf('biff8');
const before97 = streamOf('biff5');

/** A record of these numbers, each in two bytes, and what follows them. */
function recordOf(id: number, numbers: readonly number[], rest: Buffer | string = ''): Buffer {
  const content = Buffer.concat([Buffer.alloc(2 * numbers.length), Buffer.from(rest)]);
  for (const [index, number] of numbers.entries()) content.writeUInt16LE(number, 2 * index);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** With these records as the last of its sheet. */
function withRecords(stream: Buffer, ...records: Buffer[]): Buffer {
  return Buffer.concat([stream.subarray(0, -4), ...records, stream.subarray(-4)]);
}

const excel4 = Buffer.concat([recordOf(0x409, [0x400, 0x10]), recordOf(0x0a, [])]);
const idsOf = (stream: Buffer) => Array.from(recordsOf(stream), ({ id }) => id);
const cell = [1, 0, 15];
const texts = 0x00fc;
const continued = 0x003c;
/** How often texts are shared, and how many there are. */
const two = [2, 0, 2, 0];

describe('What SheetJS is given of an XLS workbook', () => {
  it('is nothing but what cells are made of', () => {
    const ids = [
      0x17, 0x18, 0x1ae, 0x23, 0x221, 0x4bc, 0x5d, 0x1b6, 0x1c, 0x1b8, 0x800, 0xe5, 0x7d,
    ];
    const stream = withRecords(later, ...ids.map((id) => recordOf(id, cell)));
    const before = idsOf(stream);
    leaveOnlyCells(stream);
    const left = idsOf(stream);
    expect(left.filter((id) => ids.includes(id))).toEqual([]);
    for (const id of [0x809, 0x85, 0xe0, texts, 0xfd, 0x0a]) {
      expect(left.filter((one) => one === id)).toEqual(before.filter((one) => one === id));
    }
  });

  it.each([0x0006, 0x0206, 0x0406])('has no formulas, only their values (%i)', (id) => {
    const formula = recordOf(id, [...cell, 1, 2, 3, 4, 0, 0, 0, 7], '1234567');
    const value = formula.subarray(0, 24).toString('hex');
    const stream = withRecords(later, formula);
    leaveOnlyCells(stream);
    const left = stream.subarray(-4 - formula.length, -4).toString('hex');
    expect(left).toBe(`${value}ffff${formula.subarray(26).toString('hex')}`);
  });

  it.each<[string, Buffer, Buffer[]]>([
    [
      'a text continued in the next record',
      later,
      [recordOf(0x207, [9_000], 'a'.repeat(8_000)), recordOf(continued, [], 'b'.repeat(1_001))],
    ],
    ['a text of no letters', later, [recordOf(0x204, [...cell, 0])]],
    ['a number in the last column', later, [recordOf(0x203, [1, 255, 15, 0, 0, 0, 0])]],
    ['a short formula of Excel 4', excel4, [recordOf(0x406, [...cell, 1, 2, 3, 4, 0, 0])]],
    ['a format of Excel 95', before97, [recordOf(0x41e, [164], '\x03000')]],
    ['shared texts', later, [recordOf(texts, two, '\x01\x00\x00a\x01\x00\x01b\x00')]],
    [
      'shared texts with fonts and how they are spoken',
      later,
      [recordOf(texts, two, '\x01\x00\x0c\x01\x00\x02\x00\x00\x00affffss\x01\x00\x00b')],
    ],
    [
      'shared texts continued in wider letters',
      later,
      [
        recordOf(texts, two, '\x03\x00\x00a'),
        recordOf(continued, [], '\x01b\x00c\x00\x01\x00\x00d'),
      ],
    ],
    [
      'shared texts and something after the last',
      later,
      [recordOf(texts, two, '\x01\x00\x00a\x01\x00\x00b?')],
    ],
  ])('may hold %s', (_, stream, records) => {
    expect(() => leaveOnlyCells(withRecords(stream, ...records))).not.toThrow();
  });

  it.each<[string, Buffer[], Buffer?]>([
    ['a cell without a column', [recordOf(0x203, [1])]],
    ['a cell in a column that no sheet has', [recordOf(0x203, [1, 256, 15, 0, 0, 0, 0])]],
    ['a text that does not say how long it is', [recordOf(0x204, cell, '\x01')]],
    ['a text longer than its record', [recordOf(0x204, [...cell, 0xffff], '\x00text')]],
    ['a rich text longer than its record', [recordOf(0x0d6, [...cell, 0xffff], '\x00text')]],
    ['a text of Excel 2 longer than its record', [recordOf(0x004, cell, '\x00\x05text')], before97],
    [
      'a text of Excel 2 longer than its record, of later',
      [recordOf(0x004, cell, '\x00\x01\x01text')],
    ],
    ['the value of a formula that does not say how long it is', [recordOf(0x207, [], '\x01')]],
    ['the value of a formula longer than its record', [recordOf(0x207, [6], '\x00text')]],
    [
      'the value of a formula longer than its records',
      [recordOf(0x207, [6], '\x00te'), recordOf(continued, [], 'xt')],
    ],
    ['an empty value of a formula of Excel 2', [recordOf(0x007, [])]],
    ['a format longer than its record', [recordOf(0x41e, [164, 4], '000')]],
    ['a format of Excel 95 that does not say how long it is', [recordOf(0x41e, [164])], before97],
    ['an empty format of Excel 2', [recordOf(0x01e, [])], before97],
    ['a formula cut off', [recordOf(0x006, [...cell, 1, 2, 3, 4, 0, 0, 0])]],
    ['shared texts that are not counted', [recordOf(texts, [2, 0, 2])]],
    ['one byte of a shared text', [recordOf(texts, two, '\x01\x00\x00a\x01')]],
    ['a shared text without its letters', [recordOf(texts, two, '\x01\x00\x00a\x02\x00\x01bbb')]],
    [
      'a shared text that does not say how many fonts it has',
      [recordOf(texts, two, '\x00\x00\x08\x01')],
    ],
    [
      'one byte of a shared text after wider letters',
      [recordOf(texts, two, '\x03\x00\x00a'), recordOf(continued, [], '\x01b\x00c\x00\x01')],
    ],
  ])('may not hold %s', (_, records, stream = later) => {
    const hostile = withRecords(stream, ...records);
    expect(() => leaveOnlyCells(hostile)).toThrow(new SpreadsheetError('damaged'));
  });
});

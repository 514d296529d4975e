import { describe, expect, it } from 'vitest';
import {
  acme,
  biffRecord,
  columns,
  compoundStream,
  saveAs,
  workbook,
} from '#test/spreadsheet-files.ts';
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

/** With these records as the last of its sheet. */
function withRecords(stream: Buffer, ...records: Buffer[]): Buffer {
  return Buffer.concat([stream.subarray(0, -4), ...records, stream.subarray(-4)]);
}

const begun = (id: number, version: number, kind = 0x10) =>
  Buffer.concat([biffRecord(id, [version, kind, 0, 0]), biffRecord(0x0a, [])]);
const excel2 = begun(0x009, 0x0002);
const excel3 = begun(0x209, 0x0300);
const excel4 = begun(0x409, 0x0400);
/** A part of Excel 97 comes first. */
const laterThen = (part: Buffer) => Buffer.concat([begun(0x809, 0x0600, 5), part]);
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
    const stream = withRecords(later, ...ids.map((id) => biffRecord(id, cell)));
    const before = idsOf(stream);
    leaveOnlyCells(stream);
    const left = idsOf(stream);
    expect(left.filter((id) => ids.includes(id))).toEqual([]);
    for (const id of [0x809, 0x85, 0xe0, texts, 0xfd, 0x0a]) {
      expect(left.filter((one) => one === id)).toEqual(before.filter((one) => one === id));
    }
  });

  it.each<[string, Buffer, number, number[], string]>([
    ['95', before97, 0x006, [...cell, 1, 2, 3, 4, 0, 0, 0], 'ffff'],
    ['97', later, 0x006, [...cell, 1, 2, 3, 4, 0, 0, 0], 'ffff'],
    ['97 under its number in Excel 3', later, 0x206, [...cell, 1, 2, 3, 4, 0, 0, 0], 'ffff'],
    ['97 under its number in Excel 4', later, 0x406, [...cell, 1, 2, 3, 4, 0, 0, 0], 'ffff'],
    ['4', excel4, 0x406, [...cell, 1, 2, 3, 4, 0], 'ffff'],
    ['3', excel3, 0x206, [...cell, 1, 2, 3, 4, 0], 'ffff'],
    ['2', excel2, 0x006, [...cell, 1, 2, 3, 4, 0], '00'],
    ['4 after a part of Excel 97', laterThen(excel4), 0x406, [...cell, 1, 2, 3, 4, 0], 'ffff'],
  ])('has no formulas of Excel %s, only their values', (_, start, id, value, none) => {
    const formula = biffRecord(id, [...value, 7], '1234567');
    const stream = withRecords(start, formula);
    leaveOnlyCells(stream);
    const left = stream.subarray(-4 - formula.length, -4).toString('hex');
    const kept = formula.subarray(0, 4 + 2 * value.length).toString('hex');
    const rest = formula.subarray(4 + 2 * value.length + none.length / 2).toString('hex');
    expect(left).toBe(`${kept}${none}${rest}`);
  });

  it.each<[string, Buffer, number, string]>([
    ['4', excel4, 0x406, ''],
    ['3', excel3, 0x206, ''],
    ['2', excel2, 0x006, '\0'],
  ])('has no value of an unknown kind in Excel %s, but an empty one', (_, start, id, more) => {
    const value = `${more}\x09\0\x05\0\x05\0\xff\xff`;
    const stream = withRecords(
      start,
      biffRecord(id, cell, Buffer.from(`${value}\0\0\0\0`, 'latin1')),
    );
    leaveOnlyCells(stream);
    expect(stream.toString('latin1')).toContain(value.replace('\x09', '\x03'));
  });

  it.each<[string, Buffer, boolean]>([
    ['97', later, true],
    ['95', before97, false],
    ['97 and then of Excel 4', laterThen(excel4), false],
  ])('is told whether it is of Excel 97 or later: %s', (_, stream, since97) => {
    expect(leaveOnlyCells(Buffer.from(stream))).toEqual({ since97 });
  });

  it.each<[string, Buffer, Buffer[]]>([
    [
      'a text continued in the next record',
      later,
      [biffRecord(0x207, [9_000], 'a'.repeat(8_000)), biffRecord(continued, [], 'b'.repeat(1_001))],
    ],
    ['a text of no letters', later, [biffRecord(0x204, [...cell, 0])]],
    ['a number in the last column', later, [biffRecord(0x203, [1, 255, 15, 0, 0, 0, 0])]],
    ['a short formula of Excel 4', excel4, [biffRecord(0x406, [...cell, 1, 2, 3, 4, 0, 0])]],
    ['a short formula of Excel 2', excel2, [biffRecord(0x006, [...cell, 1, 2, 3, 4, 0], '\0')]],
    ['a format of Excel 95', before97, [biffRecord(0x41e, [164], '\x03000')]],
    ['a text of Excel 3 in a file of Excel 2', excel2, [biffRecord(0x204, cell, '\0\x01a')]],
    ['a value of Excel 3 in a file of Excel 2', excel2, [biffRecord(0x207, [], '\x01a')]],
    ['a name alone of a sheet of Excel 4', excel4, [biffRecord(0x085, [], '\x04name')]],
    ['shared texts', later, [biffRecord(texts, two, '\x01\x00\x00a\x01\x00\x01b\x00')]],
    [
      'shared texts with fonts and how they are spoken',
      later,
      [biffRecord(texts, two, '\x01\x00\x0c\x01\x00\x02\x00\x00\x00affffss\x01\x00\x00b')],
    ],
    [
      'shared texts continued in wider letters',
      later,
      [
        biffRecord(texts, two, '\x03\x00\x00a'),
        biffRecord(continued, [], '\x01b\x00c\x00\x01\x00\x00d'),
      ],
    ],
    [
      'a continuation of a text that says nothing but how wide its letters are',
      later,
      [
        biffRecord(texts, two, '\x02\x00\x00a'),
        biffRecord(continued, [], '\x00'),
        biffRecord(continued, [], '\x01b\x00\x01\x00\x00c'),
      ],
    ],
    [
      'a shared text with an unknown flag',
      later,
      [biffRecord(texts, [1, 0, 1, 0], '\x01\x00\x02a')],
    ],
    [
      'shared texts and something after the last',
      later,
      [biffRecord(texts, two, '\x01\x00\x00a\x01\x00\x00b?')],
    ],
  ])('may hold %s', (_, stream, records) => {
    expect(() => leaveOnlyCells(withRecords(stream, ...records))).not.toThrow();
  });

  it.each<[string, Buffer[], Buffer?]>([
    ['a cell without a column', [biffRecord(0x203, [1])]],
    ['a cell in a column that no sheet has', [biffRecord(0x203, [1, 256, 15, 0, 0, 0, 0])]],
    ['a text that does not say how long it is', [biffRecord(0x204, cell, '\x01')]],
    ['a text longer than its record', [biffRecord(0x204, [...cell, 0xffff], '\x00text')]],
    ['a rich text longer than its record', [biffRecord(0x0d6, [...cell, 0xffff], '\x00text')]],
    [
      'a text of Excel 2 longer than its record',
      [biffRecord(0x004, cell, '\x00\x05text')],
      before97,
    ],
    [
      'a text of Excel 2 longer than its record, of later',
      [biffRecord(0x004, cell, '\x00\x01\x01text')],
    ],
    ['the value of a formula that does not say how long it is', [biffRecord(0x207, [], '\x01')]],
    ['the value of a formula longer than its record', [biffRecord(0x207, [6], '\x00text')]],
    [
      'the value of a formula longer than its records',
      [biffRecord(0x207, [6], '\x00te'), biffRecord(continued, [], 'xt')],
    ],
    ['an empty value of a formula of Excel 2', [biffRecord(0x007, [])]],
    ['a format longer than its record', [biffRecord(0x41e, [164, 4], '000')]],
    ['a format of Excel 95 that does not say how long it is', [biffRecord(0x41e, [164])], before97],
    ['an empty format of Excel 2', [biffRecord(0x01e, [])], before97],
    ['a formula cut off', [biffRecord(0x006, [...cell, 1, 2, 3, 4, 0, 0, 0])]],
    ['a formula of Excel 4 cut off', [biffRecord(0x406, [...cell, 1, 2, 3, 4, 0], '\x01')], excel4],
    ['a formula of Excel 3 cut off', [biffRecord(0x206, [...cell, 1, 2, 3, 4, 0], '\x01')], excel3],
    ['a formula of Excel 2 cut off', [biffRecord(0x006, [...cell, 1, 2, 3, 4, 0])], excel2],
    [
      'a formula of Excel 4 cut off after a part of Excel 97',
      [biffRecord(0x406, [...cell, 1, 2, 3, 4, 0], '\x01')],
      laterThen(excel4),
    ],
    ...[begun(0x809, 0x0200), excel2].map((part): [string, Buffer[], Buffer] => [
      'a rich text of Excel 2 that does not say how long it is, after a part of Excel 97',
      [biffRecord(0x0d6, [0, 0, 0, 0])],
      laterThen(part),
    ]),
    [
      'a sheet whose name is longer than its record',
      [biffRecord(0x085, [0, 0, 0], '\x06\x00name')],
    ],
    ['shared texts that are not counted', [biffRecord(texts, [2, 0, 2])]],
    ['one byte of a shared text', [biffRecord(texts, two, '\x01\x00\x00a\x01')]],
    ['a shared text without its letters', [biffRecord(texts, two, '\x01\x00\x00a\x02\x00\x01bbb')]],
    [
      'a shared text that does not say how many fonts it has',
      [biffRecord(texts, two, '\x00\x00\x08\x01')],
    ],
    [
      'one byte of a shared text after wider letters',
      [biffRecord(texts, two, '\x03\x00\x00a'), biffRecord(continued, [], '\x01b\x00c\x00\x01')],
    ],
  ])('may not hold %s', (_, records, stream = later) => {
    const hostile = withRecords(stream, ...records);
    expect(() => leaveOnlyCells(hostile)).toThrow(new SpreadsheetError('damaged'));
  });
});

import { expect, test } from 'vitest';
import { maxUploadRows } from '#contract/limits.ts';
import { createNumberFormatter } from './cell-text.ts';
import { loadSheetjs, type NumberFormats } from './sheetjs.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';

const { formats } = await loadSheetjs();

test.each([
  { format: '00000', value: 1234, text: '01234' },
  { format: '(000) 000-0000', value: 5551234567, text: '(555) 123-4567' },
  { format: '[<=9999999]###-####;(###) ###-####', value: 5551234, text: '555-1234' },
  { format: '[<=9999999]###-####;(###) ###-####', value: 5551234567, text: '(555) 123-4567' },
  { format: '"+"00 0000000', value: 441234567, text: '+44 1234567' },
  { format: '0', value: 5551234567, text: '5551234567' },
  { format: '000', value: -5, text: '-5' },
  { format: '000', value: 1.5, text: '1.5' },
  { format: '#,##0.00', value: 12345, text: '12345' },
  { format: '# ???/???', value: 0.125, text: '0.125' },
  { format: '0.00E+00', value: 4915112345678, text: '4915112345678' },
  { format: '0%', value: 0.5, text: '0.5' },
  { format: 'd.m.yyyy', value: 45000, text: '2023-03-15' },
  { format: 'hh:mm', value: 0.5, text: '12:00' },
  { format: 'hh:mm', value: 45000.5, text: '2023-03-15' },
  { format: '[', value: 7, text: '7' },
  { format: '00000', value: 434.99999999999994, text: '00435' },
  { format: '0-0', value: 1.7e300, text: BigInt(1.7e300).toString() },
  {
    format: '[>=1000000000000]"+"00 000 00000000;0',
    value: 4915112345678,
    text: '+49 151 12345678',
  },
  { format: '[<1000]0;[<100000]00000;0', value: 1234, text: '01234' },
  { format: '[=0]0000;0', value: 0, text: '0000' },
])('$value in the format $format reads $text', ({ format, value, text }) => {
  expect(createNumberFormatter(formats)({ format, value, date1904: false })).toBe(text);
});

/** A clock that says how long each call of a format took. */
const timed = (milliseconds: number) => {
  let now = 0;
  let calls = 0;
  const asked: NumberFormats = {
    format: (_, value) => {
      now += milliseconds;
      calls++;
      return `0${value}`;
    },
    is_date: () => false,
    parse_date_code: () => null,
  };
  return { textOf: createNumberFormatter(asked, () => now), calls: () => calls };
};

test('The longest file may have six phone numbers in a format of their own in every row', () => {
  const { textOf } = timed(0.01);
  const write = () => {
    for (let value = 0; value < maxUploadRows * 6; value++) {
      textOf({ format: '(000) 000-0000', value, date1904: false });
    }
  };
  expect(write).not.toThrow();
});

test('Formats that take too long are refused', () => {
  const { textOf } = timed(1_000);
  const write = () => {
    for (let value = 0; value < 100; value++) textOf({ format: '0-0', value, date1904: false });
  };
  expect(write).toThrow(new SpreadsheetError('tooSlow'));
});

test('A format that makes no sense is asked once', () => {
  let calls = 0;
  const failing: NumberFormats = {
    ...formats,
    format: () => {
      calls++;
      throw new Error('unterminated');
    },
  };
  const textOf = createNumberFormatter(failing);
  for (const value of [0.25, 0.5]) {
    expect(textOf({ format: 'd"', value, date1904: false })).toBe(String(value));
  }
  expect(calls).toBeLessThanOrEqual(1);
});

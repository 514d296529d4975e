import { expect, test } from 'vitest';
import { maxUploadRows } from '#contract/limits.ts';
import { numberWriter } from './cell-text.ts';
import { refusalText } from './refusal.ts';
import { loadSheetjs, type NumberFormats } from './sheetjs.ts';

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
])('$value in the format $format reads $text', ({ format, value, text }) => {
  expect(numberWriter(formats)({ format, value, date1904: false })).toBe(text);
});

/** Costs nothing, so that a test can ask for as much as a file may. */
const free: NumberFormats = {
  format: (_, value) => `0${value}`,
  is_date: () => false,
  parse_date_code: () => null,
};
const write = (times: number, format: string) => {
  const textOf = numberWriter(free);
  for (let value = 0; value < times; value++) textOf({ format, value, date1904: false });
};

test('The longest file may have six phone numbers in a format of their own in every row', () => {
  expect(() => write(maxUploadRows * 6, '(000) 000-0000')).not.toThrow();
});

test('Formats that are made to be slow are refused after a bounded number of cells', () => {
  expect(() => write(200_000, '0'.repeat(255))).toThrow(refusalText.tooSlow);
});

import { expect, test } from 'vitest';
import { aCheck } from '../file-check.fixture.ts';
import { firstRowText, isLeadText } from './findings-text.ts';

const withTitles = (...titles: string[]) =>
  aCheck({
    columns: titles.map((title, index) => ({ index, title, field: null, proposed: null })),
  });

test.each([
  ['an email', 'ada@acme.example'],
  ['a phone number', '+44 20 7946 0000'],
  ['a phone number in brackets', ' (020) 7946-0000 '],
  ['a website', 'https://acme.example'],
  ['a website without its scheme', 'www.acme.example/about'],
])('A first row with %s is said to look like data, with what to do', (_, value) => {
  expect(firstRowText(withTitles('Acme', value))).toMatch(
    /^The first row looks like data, .* Taken for names, it is not stored\.$/,
  );
});

test.each(['Email', 'E-Mail @work', 'Telefon 2', 'Website (www)', '2026', 'Q1-Q4', ''])(
  'A column that is called %j is no data',
  (title) => {
    expect(firstRowText(withTitles('Firma', title))).toBeUndefined();
  },
);

test.each([
  [1, 'The first row'],
  [2, 'Row 2'],
  [1_204, 'Row 1,204'],
])('Where names are looked for in row %i, it is called %s', (header_row, name) => {
  const found = { ...withTitles('ada@acme.example'), header_row };
  expect(firstRowText(found)).toMatch(new RegExp(`^${name} looks like data`));
  expect(isLeadText(found)).toBe(`${name} is a lead`);
});

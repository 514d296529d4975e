import { expect, test } from 'vitest';
import { readColumns } from './columns.ts';
import { createColumnProposer } from './propose-columns.ts';

/** What is proposed for the columns with these titles and rows. */
function proposalsFor(titles: string[], ...rows: string[][]) {
  const proposer = createColumnProposer(readColumns(1, titles, {}).columns);
  for (const cells of rows) proposer.look(cells);
  return proposer.propose().map(({ proposed }) => proposed);
}
const proposalFor = (title: string, ...values: string[]) =>
  proposalsFor([title], ...values.map((value) => [value]))[0];

test.each([
  ['email', ['ada@acme.example', ' bo.li+x@beta.example ']],
  ['website', ['https://acme.example/about', 'http://beta.example']],
  ['website', ['www.acme.example', 'beta.example']],
  ['website', ['müller.example', 'shop.acme.co.uk']],
  ['phone_number', ['+49 30 901820', '+33 1 70 18 99 00']],
  ['phone_number', ['030/901820', '0049 30 901820']],
  ['phone_number', ['(555) 123-4567', '555-123-4567', '555.123.4567']],
  ['phone_number', ['(12) 34567', '+123456789012345']],
  [null, ['(12) 3456']],
  [null, ['+1234567890123456']],
  ['email', ['ada@acme.example', 'bo@beta.example', '', 'c@d.example', 'e@f.example', 'unknown']],
  [null, ['ada@acme.example', 'ask Bo', 'bo@beta.example']],
  [null, ['ask ada@acme.example', 'see www.acme.example']],
  [null, ['Ada', 'Bo']],
  [null, ['', ' ']],
  [null, ['12.03.2026', '01.04.2026', '2026-04-01']],
  [null, ['1000234', '1000235']],
  [null, ['10115', '80331']],
  [null, ['1.234,50', '99,00']],
  [null, ['10:30', '11:45']],
  [null, ['000012345', '000012346']],
  [null, ['https://www.linkedin.com/in/ada', 'linkedin.com/in/bo']],
  [null, [`a@${'b'.repeat(300)}.example`]],
])('A column Xyz is proposed as %s where it holds %j', (field, values) => {
  expect(proposalFor('Xyz', ...values)).toBe(field);
});

test.each([
  ['Fax', '+49 30 901820'],
  ['Kunden-ID', '+49 30 901820'],
  ['LinkedIn', 'https://acme.example'],
  ['Company', 'acme.example'],
  // The first row of a file that has no titles.
  ['ada@acme.example', 'bo@beta.example'],
])('A title %s wins over values like %s', (title, value) => {
  expect(proposalFor(title, value)).toBeNull();
});

test.each([
  ['Website', 'ada@acme.example', 'email'],
  ['Name', 'ada@acme.example', 'email'],
  ['Company', 'ada@acme.example', 'email'],
  ['Title', '+49 30 901820', 'phone_number'],
  ['phone_number', 'www.acme.example', 'website'],
])('A title %s does not win over values like %s: %s is proposed', (title, value, field) => {
  expect(proposalFor(title, value)).toBe(field);
});

test.each([
  ['Email', 'ada@acme.example'],
  ['Website', 'www.acme.example'],
  ['Phone', '+49 30 901820'],
  ['Website', 'none yet'],
])('Nothing is proposed for a column %s that holds %s', (title, value) => {
  expect(proposalFor(title, value)).toBeNull();
});

test('Where titles were mixed up, each column is proposed as what it holds', () => {
  const row = ['+49 30 901820', 'ada@acme.example', 'Ada'];
  expect(proposalsFor(['Email', 'Phone', 'Name'], row)).toEqual(['phone_number', 'email', null]);
});

test('An empty column does not keep its field from the one that holds it', () => {
  const rows = [
    ['', 'ada@acme.example'],
    [' ', 'bo@beta.example'],
  ];
  expect(proposalsFor(['Email', 'Website'], ...rows)).toEqual([null, 'email']);
  expect(proposalsFor(['Email', 'Website'], ['x', 'a@b.example'], ...rows)).toEqual([null, null]);
});

test('A field that a column is read as already, or that is proposed for an earlier one, is not proposed', () => {
  const row = ['ada@acme.example', 'ada@home.example'];
  expect(proposalsFor(['Email', 'Xyz'], row)).toEqual([null, null]);
  expect(proposalsFor(['Xyz', 'Yz'], row)).toEqual(['email', null]);
});

test('The first hundred rows of a long file are looked at, and not one more', () => {
  const isEmail = (row: number) => row >= 20 && row < 100;
  const rows = Array.from({ length: 500 }, (_, row) => [isEmail(row) ? 'a@b.example' : 'Ada']);
  expect(proposalsFor(['Xyz'], ...rows)).toEqual(['email']);
});

test('A column whose name another column was read by is judged by its values', () => {
  const titles = ['Ansprechpartner', 'Kontakt'];
  expect(proposalsFor(titles, ['Petra Muster', 'petra@kunde.example'])).toEqual([null, 'email']);
});

import { expect, test } from 'vitest';
import { uploadLead } from '#contract/imports.ts';
import type { KeyedHash } from '#server/lib/keyed-hash.ts';
import { createRepeatFinder } from './repeats.ts';

const lead = (company_name: string, last_name: string, email: string) =>
  uploadLead.parse({ company_name, first_name: 'Ada', last_name, email });

test('A row repeats the first one with its email, or with its company and contact', () => {
  const seen = createRepeatFinder();
  expect(seen(2, lead('Acme', 'Byron', 'a@acme.example'))).toBeUndefined();
  expect(seen(3, lead('Acme', 'King', 'b@acme.example'))).toBeUndefined();
  expect(seen(4, lead('Other', 'Other', 'A@ACME.example'))).toMatchObject({
    by: 'email',
    same_as_row: 2,
  });
  expect(seen(6, lead('ACME', 'KING', 'd@acme.example'))).toMatchObject({
    by: 'company and contact',
    same_as_row: 3,
  });
  expect(seen(7, lead('Third', 'Third', 'a@acme.example'))).toMatchObject({ same_as_row: 2 });
});

test('What repeats only a row that repeats itself is not skipped with it', () => {
  const seen = createRepeatFinder();
  expect(seen(2, lead('Acme', 'Byron', 'one@acme.example'))).toBeUndefined();
  expect(seen(3, lead('Acme', 'Byron', 'two@acme.example'))).toMatchObject({ same_as_row: 2 });
  expect(seen(4, lead('Other', 'King', 'two@acme.example'))).toBeUndefined();
});

test.each<[half: string, hashOf: KeyedHash]>([
  ['first', (key) => [1, key.length << 12]],
  ['second', (key) => [key.length, 1]],
])('Keys of which only the %s half of the hash is the same are different keys', (_, hashOf) => {
  const seen = createRepeatFinder(hashOf);
  expect(seen(2, lead('Acme', 'Byron', 'a@acme.example'))).toBeUndefined();
  expect(seen(3, lead('Acme Two', 'Byron', 'aa@acme.example'))).toBeUndefined();
  expect(seen(4, lead('Acme Three', 'Byron', 'aa@acme.example'))).toMatchObject({ same_as_row: 3 });
});

test('Among a hundred thousand rows that differ by a letter none is taken for another', () => {
  const seen = createRepeatFinder();
  // Read once and changed: to read each anew took longer than to look for it.
  const read = lead('Acme', 'Byron', 'a@acme.example');
  const rows = Array.from({ length: 100_000 }, (_, index) => index + 2);
  const leadOf = (row: number) => ({
    ...read,
    company_name: `Acme ${row}`,
    last_name: `Byron ${row % 7}`,
    email: `a${row}@acme.example`,
  });
  expect(rows.filter((row) => seen(row, leadOf(row)))).toEqual([]);
  expect(rows.filter((row) => seen(row + 200_000, leadOf(row))?.same_as_row !== row)).toEqual([]);
});

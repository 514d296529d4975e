import { expect, test } from 'vitest';
import { contactOf } from './lead-text.ts';

const nameless = { first_name: null, last_name: null, contact_name: null };

test.each([
  [{ first_name: 'Ada', last_name: 'Lovelace', contact_name: 'Somebody Else' }, 'Ada Lovelace'],
  [{ first_name: 'Ada', last_name: null }, 'Ada'],
  [{ first_name: 'nan', last_name: 'Lovelace' }, 'Lovelace'],
  [{ contact_name: 'A. Lovelace' }, 'A. Lovelace'],
  [{ first_name: 'null', last_name: ' ', contact_name: 'A. Lovelace' }, 'A. Lovelace'],
  [{ contact_name: 'NaN' }, 'Not available'],
  [{}, 'Not available'],
])('The contact of %j reads %s', (names, text) => {
  expect(contactOf({ ...nameless, ...names })).toBe(text);
});

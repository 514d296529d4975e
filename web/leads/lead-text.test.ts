import { expect, test } from 'vitest';
import { aLead } from './lead.fixture.ts';
import { contactOf, statusChangedText, statusPutBackText } from './lead-text.ts';

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

test.each([
  ['Acme Ltd', 'Acme Ltd: Live'],
  [null, 'Ada Lovelace: Live'],
  ['x'.repeat(60), `${'x'.repeat(60)}: Live`],
  ['x'.repeat(61), `${'x'.repeat(60)}…: Live`],
  [`${'🏢'.repeat(60)} GmbH`, `${'🏢'.repeat(60)}…: Live`],
  ['شركة الأفق', '\u2068شركة الأفق\u2069: Live'],
])('A changed status of %j is told as %j: the status always shows', (company_name, text) => {
  expect(statusChangedText(aLead({ company_name }), 'Live')).toBe(text);
  expect(statusPutBackText(aLead({ company_name }), 'Live')).toBe(
    text.replace('Live', 'back to Live'),
  );
});

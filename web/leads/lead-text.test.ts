import { expect, test } from 'vitest';
import { aLead } from './lead.fixture.ts';
import {
  contactOf,
  daysLeftText,
  newsText,
  statusChangedText,
  statusPutBackText,
} from './lead-text.ts';

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
  ['\u202eAcme\u2069 Ltd', 'Acme Ltd: Live'],
  ['شركة\u2069\u202e', '\u2068شركة\u2069: Live'],
])('A changed status of %j is told as %j: the status always shows', (company_name, text) => {
  expect(statusChangedText(aLead({ company_name }), 'Live')).toBe(text);
  expect(statusPutBackText(aLead({ company_name }), 'Live')).toBe(
    text.replace('Live', 'back to Live'),
  );
});

const pageOf = (total: number, ...hours: number[]) => ({
  total,
  leads: hours.map((hour) => ({ id: String(hour), created_at: `2026-11-15T${hour}:00:00Z` })),
});

test.each([
  ['the same rows', pageOf(2, 11, 10), pageOf(2, 11, 10), undefined],
  ['the same rows, and more on other pages', pageOf(20, 11, 10), pageOf(21, 11, 10), undefined],
  ['one more', pageOf(2, 11, 10), pageOf(3, 12, 11, 10), '1 new lead'],
  ['three more', pageOf(1, 10), pageOf(4, 13, 12, 11, 10), '3 new leads'],
  ['more than fit the page', pageOf(2, 11, 10), pageOf(1_202, 13, 12), '1,200 new leads'],
  ['one more, and one less', pageOf(2, 11, 10), pageOf(2, 12, 11), '1 new lead'],
  ['the first ever', pageOf(0), pageOf(1, 10), '1 new lead'],
  ['one less', pageOf(2, 11, 10), pageOf(1, 10), 'The list has changed'],
  [
    'an older one in the place of one',
    pageOf(3, 12, 11),
    pageOf(2, 12, 10),
    'The list has changed',
  ],
])('What has come to a list: %s', (_, shown, now, text) => {
  expect(newsText(shown, now, true)).toBe(text);
});

test.each([
  ['a newer one in the place of one', pageOf(3, 11, 10), pageOf(2, 12, 10), 'The list has changed'],
  ['one more', pageOf(2, 11, 10), pageOf(3, 12, 11, 10), '1 new lead'],
])('What has come to a list in another order than newest first: %s', (_, shown, now, text) => {
  expect(newsText(shown, now, false)).toBe(text);
});

test.each([
  ['2026-11-16T10:00:00Z', '30 days left'],
  ['2026-11-16T09:59:59Z', '30 days left'],
  ['2026-11-15T10:00:00Z', '29 days left'],
  ['2026-10-17T10:00:01Z', '1 day left'],
  ['2026-10-17T10:00:00Z', '0 days left'],
  ['2026-10-01T10:00:00Z', '0 days left'],
])('A lead deleted at %s can be restored, at 10:00 on November 16, with %s', (at, text) => {
  expect(daysLeftText(at, Date.parse('2026-11-16T10:00:00Z'))).toBe(text);
});

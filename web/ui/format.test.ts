import { expect, test, vi } from 'vitest';
import {
  counted,
  countedUpTo,
  displayText,
  exactDate,
  groupDigits,
  isMissing,
  phoneHref,
  shortDate,
  toDate,
  websiteHref,
  websiteLabel,
} from './format.ts';

test.each([null, undefined, '', '  ', 'nan', 'NaN', 'null', 'NULL', 'undefined', Number.NaN])(
  '%o counts as missing and reads Not available',
  (value) => {
    expect(isMissing(value)).toBe(true);
    expect(displayText(value)).toBe('Not available');
  },
);

test.each(['0', 0, 'Nanette', 'nullable', false])('%o is a value and reads as it is', (value) => {
  expect(displayText(value)).toBe(String(value));
});

test('A caller can choose the words for what is missing', () => {
  expect(displayText(null, 'No company name')).toBe('No company name');
});

test('A date string and a timestamp object with seconds are the same moment', () => {
  const text = new Date(2026, 2, 9, 12, 30).toISOString();
  const seconds = Date.parse(text) / 1000;
  expect(toDate(text)).toEqual(toDate({ seconds }));
  expect(shortDate({ seconds })).toBe('Mar 9, 2026');
});

test.each(['not a date', '', null, { seconds: 'x' }, 5])('%o is no date', (value) => {
  expect(toDate(value)).toBeUndefined();
  expect(shortDate(value)).toBe('Not available');
  expect(exactDate(value)).toBeUndefined();
});

test.each([
  ['2026-01-01T00:05:00', 'Jan 1, 2026', 'Thu, Jan 1, 2026 at 12:05 AM'],
  ['2026-11-15T12:00:59', 'Nov 15, 2026', 'Sun, Nov 15, 2026 at 12:00 PM'],
  ['2025-12-31T23:59:00', 'Dec 31, 2025', 'Wed, Dec 31, 2025 at 11:59 PM'],
])('%s reads %s, and exactly %s', (value, short, exact) => {
  expect(shortDate(value)).toBe(short);
  expect(exactDate(value)).toBe(exact);
});

test.each([
  ['Pacific/Kiritimati', 'Jan 1, 2026', 'Thu, Jan 1, 2026 at 2:30 AM'],
  ['UTC', 'Dec 31, 2025', 'Wed, Dec 31, 2025 at 12:30 PM'],
  ['Pacific/Pago_Pago', 'Dec 31, 2025', 'Wed, Dec 31, 2025 at 1:30 AM'],
])('To a reader in %s the same moment reads %s, and exactly %s', (zone, short, exact) => {
  vi.stubEnv('TZ', zone);
  expect(shortDate('2025-12-31T12:30:00Z')).toBe(short);
  expect(exactDate('2025-12-31T12:30:00Z')).toBe(exact);
});

test.each([
  ['0.00', '0.00'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567.5', '1,234,567.5'],
  ['999999999999.99', '999,999,999,999.99'],
])('The amount %s reads %s, digit for digit', (amount, text) => {
  expect(groupDigits(amount)).toBe(text);
});

test.each([
  ['https://acme.example/x', 'https://acme.example/x'],
  ['acme.example', 'https://acme.example/'],
  ['HTTP://acme.example', 'http://acme.example/'],
])('The website %s leads to %s', (website, href) => {
  expect(websiteHref(website)).toBe(href);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'not a site', 'localhost', ''])(
  '%s is no website to link to',
  (website) => {
    expect(websiteHref(website)).toBeUndefined();
  },
);

test('A website is shown without what every website has', () => {
  expect(websiteLabel('https://www.acme.example/')).toBe('acme.example');
});

test.each([
  [999, '999'],
  [1_000, '1,000+'],
  [1_001, '1,000+'],
])('What is counted up to 1,000 and is %i reads %s', (count, shown) => {
  expect(countedUpTo(1_000, count)).toBe(shown);
});

test.each([
  [counted(0, 'row'), '0 rows'],
  [counted(1, 'row'), '1 row'],
  [counted(1_204, 'row'), '1,204 rows'],
  [counted(1, 'company', 'companies'), '1 company'],
  [counted(2, 'company', 'companies'), '2 companies'],
])('A count reads %s', (text, expected) => {
  expect(text).toBe(expected);
});

test.each([
  ['+49 (0)30 901-820', 'tel:+49030901820'],
  ['555 0100;12', 'tel:5550100;12'],
])('A phone dials of %s what can be dialled', (number, href) => {
  expect(phoneHref(number)).toBe(href);
});

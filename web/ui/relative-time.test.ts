import { expect, test, vi } from 'vitest';
import { dayName, daysSince, momentText, relativeTime, timeSince } from './relative-time.ts';

const now = new Date(2026, 2, 31, 12).getTime();
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

test.each([
  [ago(-3_600), 'just now'],
  [ago(59), 'just now'],
  [ago(60), '1 minute ago'],
  [ago(3_599), '59 minutes ago'],
  [ago(3_600), '1 hour ago'],
  [ago(23 * 3_600), '23 hours ago'],
  [ago(24 * 3_600), '1 day ago'],
  [ago(29 * 24 * 3_600), '29 days ago'],
  [ago(30 * 24 * 3_600), 'on Mar 1, 2026'],
  [null, 'Not available'],
])('%s reads %s', (value, text) => {
  expect(relativeTime(value, now)).toBe(text);
});

test.each([
  [ago(-60), 'just now'],
  [ago(59), 'just now'],
  [ago(60), 'for 1 minute'],
  [ago(2 * 3_600), 'for 2 hours'],
  [ago(3.9 * 24 * 3_600), 'for 3 days'],
  [ago(59 * 24 * 3_600), 'for 59 days'],
  [ago(61 * 24 * 3_600), 'for 2 months'],
  [ago(800 * 24 * 3_600), 'for 2 years'],
])('What has been so since %s has been so %s', (since, text) => {
  expect(timeSince(since, now)).toBe(text);
});

test.each([
  [ago(-60), '0 days'],
  [ago(24 * 3_600 - 1), '0 days'],
  [ago(24 * 3_600), '1 day'],
  [ago(1_204 * 24 * 3_600), '1,204 days'],
])('Since %s whole days have passed: %s', (since, text) => {
  expect(daysSince(since, now)).toBe(text);
});

test('A day is called today, yesterday, or by its date', () => {
  const noon = new Date(2026, 10, 15, 12).getTime();
  const names = [
    [2026, 10, 15, 0],
    [2026, 10, 14, 23],
    [2026, 10, 13, 23],
    [2025, 10, 15, 12],
  ].map(([year = 0, month = 0, day = 0, hour = 0]) =>
    dayName(new Date(year, month, day, hour).toISOString(), noon),
  );
  expect(names).toEqual(['Today', 'Yesterday', 'Nov 13, 2026', 'Nov 15, 2025']);
});

test.each([
  ['23 hours', '2026-03-29T22:30:00Z', '2026-03-29T10:00:00Z', '2026-03-28T10:00:00Z'],
  ['25 hours', '2026-10-25T22:30:00Z', '2026-10-24T10:00:00Z', '2026-10-23T10:00:00Z'],
])('Yesterday is the day before also around a day of %s', (_, now, yesterday, before) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const at = Date.parse(now);
  expect(dayName(yesterday, at)).toBe('Yesterday');
  expect(dayName(before, at)).not.toBe('Yesterday');
});

test('A moment of today reads as its time, of another day with its date', () => {
  const noon = new Date(2026, 2, 31, 12).getTime();
  expect(momentText(new Date(2026, 2, 31, 10, 42).toISOString(), noon)).toBe('10:42 AM');
  expect(momentText(new Date(2026, 2, 30, 10, 42).toISOString(), noon)).toBe(
    'Mar 30, 2026, 10:42 AM',
  );
});

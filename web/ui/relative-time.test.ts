import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-03-31T12:00:00Z');
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

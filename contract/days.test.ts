import { expect, test } from 'vitest';
import { endOf } from './days.ts';

test.each([
  ['2026-02-28', '2026-03-01T00:00:00.000Z'],
  ['2026-12-31', '2027-01-01T00:00:00.000Z'],
  ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T10:30:00+02:00', '2026-03-01T08:30:00.000Z'],
])('What lasts up to %s ends at %s', (to, end) => {
  expect(endOf(to).toISOString()).toBe(end);
});

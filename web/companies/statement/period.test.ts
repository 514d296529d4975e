import { expect, test, vi } from 'vitest';
import { momentsOf, presetOf, presets, readDay } from './period.ts';

const on = (month: number, day: number) => new Date(2026, month - 1, day, 12);
const periodOf = (name: string, now: Date) =>
  presets.find((preset) => preset.name === name)?.of(now);

test.each([
  ['This quarter', on(11, 16), '2026-10-01', '2026-12-31'],
  ['This quarter', on(1, 1), '2026-01-01', '2026-03-31'],
  ['This quarter', on(6, 30), '2026-04-01', '2026-06-30'],
  ['Last quarter', on(11, 16), '2026-07-01', '2026-09-30'],
  ['Last quarter', on(2, 3), '2025-10-01', '2025-12-31'],
  ['This year', on(5, 5), '2026-01-01', '2026-12-31'],
])('%s, seen on %s, is from %s to %s', (name, now, from, to) => {
  expect(periodOf(name, now)).toEqual({ from, to });
  expect(presetOf({ from, to }, now)).toBe(name);
});

test('Chosen dates are no preset', () => {
  expect(presetOf({ from: '2026-10-01', to: '2026-10-31' }, on(11, 16))).toBeUndefined();
});

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', undefined],
  ['0001-01-01', '0001-01-01'],
  ['0099-02-28', '0099-02-28'],
  ['9999-12-31', '9999-12-31'],
  ['0000-01-01', undefined],
  ['yesterday', undefined],
  [null, undefined],
])('%s in an address is the day %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each([
  ['Pacific/Auckland', '2026-09-30T11:00:00.000Z', '2026-12-31T11:00:00.000Z'],
  ['America/Los_Angeles', '2026-10-01T07:00:00.000Z', '2027-01-01T08:00:00.000Z'],
])(
  'To a reader in %s a period lasts from the beginning of its first day there to the end of its last',
  (zone, from, to) => {
    vi.stubEnv('TZ', zone);
    expect(momentsOf({ from: '2026-10-01', to: '2026-12-31' })).toEqual({ from, to });
  },
);

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'The first and the last day there are make moments of four digits in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const { from, to } = momentsOf({ from: '0001-01-01', to: '9999-12-31' });
    expect(from).toMatch(/^0001-01-01T/);
    expect(to).toMatch(/^9999-12-31T/);
  },
);

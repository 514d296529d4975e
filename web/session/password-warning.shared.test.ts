// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hiddenDays, passwordWarnings } from './password-warning.shared.ts';

const day = 24 * 60 * 60 * 1000;
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T00:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test('A warning is shown to its own reader only', () => {
  passwordWarnings.keep('1', 'Old.');
  expect([passwordWarnings.shownTo('1'), passwordWarnings.shownTo('2')]).toEqual([
    'Old.',
    undefined,
  ]);
});

test('Hidden, it stays so for 7 days, over further sign-ins of that account', () => {
  passwordWarnings.keep('1', 'Old.');
  passwordWarnings.keep('2', 'Old.');
  passwordWarnings.hide('1');
  passwordWarnings.keep('1', 'Old.');
  vi.setSystemTime(Date.now() + hiddenDays * day - 1);
  expect([passwordWarnings.shownTo('1'), passwordWarnings.shownTo('2')]).toEqual([
    undefined,
    'Old.',
  ]);
  vi.setSystemTime(Date.now() + 1);
  expect(passwordWarnings.shownTo('1')).toBe('Old.');
});

test('A clock that was set back hides it no longer than that', () => {
  passwordWarnings.keep('1', 'Old.');
  passwordWarnings.hide('1');
  vi.setSystemTime(Date.now() - day);
  expect(passwordWarnings.shownTo('1')).toBe('Old.');
});

test('Another warning is not hidden by the one before', () => {
  passwordWarnings.keep('1', 'Old.');
  passwordWarnings.hide('1');
  passwordWarnings.keep('1', 'Weak.');
  expect(passwordWarnings.shownTo('1')).toBe('Weak.');
});

test('A sign-in without a warning takes it back, and leaves nothing behind', () => {
  passwordWarnings.keep('1', 'Old.');
  passwordWarnings.keep('1', undefined);
  expect(passwordWarnings.shownTo('1')).toBeUndefined();
  expect(localStorage.length).toBe(0);
});

test.each(['', 'no JSON', 'null', '7', '{"1":null}', '{"1":{"text":7}}'])(
  'Where the storage holds %j nothing is warned of',
  (stored) => {
    localStorage.setItem('password-warnings', stored);
    expect(passwordWarnings.shownTo('1')).toBeUndefined();
  },
);

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWait, storedWait } from './rate-limit-wait.ts';

const second = 1000;
const start = Date.parse('2026-11-15T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('A wait takes 60 seconds from its beginning, however often it is looked up', () => {
  expect(startWait('1')).toBe(start + 60 * second);
  vi.setSystemTime(start + 59 * second);
  expect(storedWait('1')).toBe(start + 60 * second);
  expect(storedWait('1')).toBe(start + 60 * second);
  vi.setSystemTime(start + 60 * second);
  expect(storedWait('1')).toBeUndefined();
});

test('Nobody waits for what another was refused, nor without having been refused', () => {
  expect(storedWait('1')).toBeUndefined();
  startWait('1');
  expect(storedWait('2')).toBeUndefined();
});

test('A clock that is set back makes no wait longer than 60 seconds, counted once', () => {
  startWait('1');
  const anHourBack = start - 3600 * second;
  vi.setSystemTime(anHourBack);
  expect(storedWait('1')).toBe(anHourBack + 60 * second);
  vi.setSystemTime(anHourBack + 20 * second);
  expect(storedWait('1')).toBe(anHourBack + 60 * second);
  vi.setSystemTime(anHourBack + 60 * second);
  expect(storedWait('1')).toBeUndefined();
});

test.each(['', 'nonsense', 'null', '7', '{"userId":"1"}', '{"userId":"1","until":"soon"}'])(
  'What is stored and is no wait is none: %j',
  (text) => {
    sessionStorage.setItem('live-companies-wait', text);
    expect(storedWait('1')).toBeUndefined();
  },
);

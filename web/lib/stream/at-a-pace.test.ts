// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runAtAPace } from './at-a-pace.ts';

let done: string[];
let pace: ReturnType<typeof runAtAPace<string>>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  done = [];
  pace = runAtAPace<string>(
    (thing) => done.push(thing),
    (thing) => (thing === 'slow' ? 5_000 : 1_000),
  );
});
afterEach(() => {
  pace.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function hide(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('What is due is done soon, but not by all browsers in the same moment', () => {
  pace.due('leads');
  vi.advanceTimersByTime(99);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['leads']);
});

test('The same thing is done at most once a second, or in its own time, and the last is not lost', () => {
  for (let n = 0; n < 100; n++) {
    pace.due('leads');
    pace.due('slow');
    vi.advanceTimersByTime(100);
  }
  expect(done.filter((thing) => thing === 'leads').length).toBeLessThanOrEqual(10);
  expect(done.filter((thing) => thing === 'slow').length).toBe(2);
  const before = done.length;
  pace.due('leads');
  vi.advanceTimersByTime(5_000);
  expect(done.slice(before)).toContain('leads');
});

test('A hidden page does nothing until it is looked at, and then each thing once', () => {
  hide(true);
  pace.due('leads');
  vi.advanceTimersByTime(10_000);
  pace.due('leads');
  pace.due('slow');
  vi.advanceTimersByTime(10_000);
  expect(done).toEqual([]);
  hide(false);
  expect(done).toEqual(['leads', 'slow']);
});

test('After the stop nothing is done any more', () => {
  pace.due('leads');
  pace.stop();
  vi.advanceTimersByTime(10_000);
  hide(false);
  expect(done).toEqual([]);
});

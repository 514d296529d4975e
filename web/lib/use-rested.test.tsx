// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRested } from './use-rested.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Every answer, also those that nobody sees for longer than a moment. */
function watch(first: string) {
  const answers: [string, string | undefined][] = [];
  const { rerender } = renderHook(
    ({ value }) => {
      answers.push([value, useRested(value, 500)]);
    },
    { initialProps: { value: first } },
  );
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
  return { answers, pass, type: (value: string) => rerender({ value }) };
}

test('What is there from the beginning is answered at once', () => {
  expect(watch('kept').answers).toEqual([['kept', 'kept']]);
});

test('A value is answered once it has rested, and no change of it before', () => {
  const { answers, pass, type } = watch('');
  type('a');
  pass(300);
  type('ab');
  pass(499);
  expect(answers.at(-1)).toEqual(['ab', undefined]);
  pass(1);
  expect(answers.at(-1)).toEqual(['ab', 'ab']);
});

test('A value that comes again has to rest anew', () => {
  const { answers, pass, type } = watch('');
  type('a');
  pass(300);
  type('ab');
  type('a');
  pass(499);
  expect(answers.at(-1)).toEqual(['a', undefined]);
});

test('An old value is never answered for a new one, nor when it comes again', () => {
  const { answers, pass, type } = watch('');
  type('a');
  pass(500);
  type('');
  type('a');
  expect(answers.at(-1)).toEqual(['a', undefined]);
  for (const [value, answer] of answers) expect([value, undefined]).toContain(answer);
});

import { expect, test } from 'vitest';
import { tooManyPasswords, tooManySignIns } from './session-text.ts';

test.each([
  [1, '1 second'],
  [2, '2 seconds'],
  [30, '30 seconds'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [120, '2 minutes'],
  [300, '5 minutes'],
  [900, '15 minutes'],
])('Who has to wait %i seconds is told to try again in %s', (seconds, wait) => {
  expect(tooManySignIns(seconds)).toBe(`Too many failed sign-ins. Please try again in ${wait}.`);
  expect(tooManyPasswords(seconds)).toBe(`Too many wrong passwords. Please try again in ${wait}.`);
});

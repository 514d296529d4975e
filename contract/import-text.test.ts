import { expect, test } from 'vitest';
import { importText, notStoredText } from './import-text.ts';

const problem = { row: 3, column: 'first_name', message: 'First name is required' };

test.each([
  [problem, 1, '1 problem was found in row 3, first_name: First name is required'],
  [problem, 2, '2 problems were found, the first in row 3, first_name: First name is required'],
  [{ ...problem, column: null }, 1, '1 problem was found in row 3: First name is required'],
])('What is wrong with a file is told with the first of it: %j, %s', (first, count, text) => {
  expect(notStoredText(first, count)).toBe(`No leads were stored. ${text}`);
});

test.each([
  [59, '59 seconds'],
  [7_200, '120 minutes'],
  [7_201, '3 hours'],
  [86_400, '24 hours'],
])('Who has no rows left for %i seconds is told to try again in %s', (seconds, wait) => {
  expect(importText.dailyRows(1_000_000, seconds)).toBe(
    `You can upload and check 1,000,000 rows in 24 hours, and this file has more than are left. No leads were stored. Please try again in ${wait}.`,
  );
});

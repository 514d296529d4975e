import { expect, test } from 'vitest';
import { notStoredText } from './import-text.ts';

const problem = { row: 3, column: 'first_name', message: 'First name is required' };

test.each([
  [problem, 1, '1 problem was found in row 3, first_name: First name is required'],
  [problem, 2, '2 problems were found, the first in row 3, first_name: First name is required'],
  [{ ...problem, column: null }, 1, '1 problem was found in row 3: First name is required'],
])('What is wrong with a file is told with the first of it: %j, %s', (first, count, text) => {
  expect(notStoredText(first, count)).toBe(`No leads were stored. ${text}`);
});

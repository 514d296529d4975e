import { expect, it } from 'vitest';
import { counted, skippedText } from './import-text.ts';

it.each([
  [counted(0, 'row'), '0 rows'],
  [counted(1, 'row'), '1 row'],
  [counted(1_204, 'row'), '1,204 rows'],
  [skippedText(1), '1 duplicate was skipped'],
  [skippedText(12), '12 duplicates were skipped'],
])('A count reads %s', (text, expected) => {
  expect(text).toBe(expected);
});

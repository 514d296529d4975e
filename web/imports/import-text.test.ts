import { expect, it } from 'vitest';
import { counted, leftBehindText, skippedText } from './import-text.ts';

it.each([
  [counted(0, 'row'), '0 rows'],
  [counted(1, 'row'), '1 row'],
  [counted(1_204, 'row'), '1,204 rows'],
  [skippedText(1), '1 duplicate was skipped'],
  [skippedText(12), '12 duplicates were skipped'],
  [leftBehindText(1), '1 row stays behind'],
  [leftBehindText(2), '2 rows stay behind'],
])('A count reads %s', (text, expected) => {
  expect(text).toBe(expected);
});

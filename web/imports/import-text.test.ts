import { expect, it } from 'vitest';
import { leftBehindText, leftOutTexts } from './import-text.ts';

it.each([
  [leftBehindText(1), '1 row stays behind'],
  [leftBehindText(2), '2 rows stay behind'],
])('A count reads %s', (text, expected) => {
  expect(text).toBe(expected);
});

it.each([
  [{ skipped: 0, others: 0 }, []],
  [{ skipped: 1, others: 0 }, ['1 duplicate was skipped']],
  [{ skipped: 12, others: 0 }, ['12 duplicates were skipped']],
  [{ skipped: 1, others: 1 }, ['1 row of another partner was left out']],
  [
    { skipped: 5, others: 2 },
    ['3 duplicates were skipped', '2 rows of other partners were left out'],
  ],
])('What was left out of %j is told', (stored, texts) => {
  expect(leftOutTexts(stored)).toEqual(texts);
});

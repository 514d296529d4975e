import { expect, test } from 'vitest';
import { widthInWholeLetters } from './whole-letters.ts';

const ends = [8, 15, 20, 31];

test.each([
  [60, 41.5, 'all letters but none of the place behind them'],
  [41.5, 41.5, 'all letters where they fit to the pixel'],
  [41, 30.5, 'one letter less where they do not'],
  [26, 25.5, 'two letters'],
  [12, 12, 'as much as there is where not even one letter fits'],
])('In %i px a cut text takes %i: %s', (room, width) => {
  expect(widthInWholeLetters(ends, 10, room)).toBe(width);
});

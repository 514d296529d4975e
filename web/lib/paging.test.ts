import { expect, test } from 'vitest';
import { lastPageOf, pageCount } from './paging.ts';

test.each([
  [undefined, 1],
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [100, 10],
  [101, 11],
])('A list of %s rows has %i pages of 10', (total, pages) => {
  expect(pageCount(total, 10)).toBe(pages);
  expect(lastPageOf(total, 10)).toBe(pages - 1);
});

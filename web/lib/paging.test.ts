// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lastPageOf, pageCount, useKeepOnLastPage } from './paging.ts';

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

function open(page: number, total: number | undefined) {
  const change = vi.fn();
  const { result } = renderHook(() => useKeepOnLastPage({ page, pageSize: 10 }, total, change));
  return { isPastTheEnd: result.current, change };
}

test.each([
  [2, 20, 1],
  [7, 1, 0],
  [3, 0, 0],
])(
  'Page %i of %i rows leads to page %i, without a step for the back button',
  (page, total, last) => {
    const { isPastTheEnd, change } = open(page, total);
    expect(isPastTheEnd).toBe(true);
    expect(change.mock.calls).toEqual([[{ page: last }, { replace: true }]]);
  },
);

test.each([
  [0, 0],
  [1, 20],
  [9, undefined],
])('Page %i of %s rows stays', (page, total) => {
  const { isPastTheEnd, change } = open(page, total);
  expect(isPastTheEnd).toBe(false);
  expect(change).not.toHaveBeenCalled();
});

import { useEffect } from 'react';
import type { NavigateOptions } from 'react-router';

/** spec §7: the total divided by the page size, rounded up; a list without rows has one page. */
export function pageCount(total: number | undefined, pageSize: number): number {
  return Math.max(1, Math.ceil((total ?? 0) / pageSize));
}

/** Counted from 0, as pages are everywhere but on the screen. */
export function lastPageOf(total: number | undefined, pageSize: number): number {
  return pageCount(total, pageSize) - 1;
}

/**
 * A page past the end, by an old link or because rows have gone, leads to the last page that there
 * is. True while the list is on its way there: what has arrived is an empty page and not shown.
 */
export function useKeepOnLastPage(
  { page, pageSize }: { page: number; pageSize: number },
  /** Undefined while the total for this very page is not known. */
  total: number | undefined,
  change: (part: { page: number }, options: NavigateOptions) => void,
): boolean {
  const lastPage = lastPageOf(total, pageSize);
  const isPastTheEnd = total !== undefined && page > lastPage;
  useEffect(() => {
    // The page past the end is no step for the back button, which would lead there again.
    if (isPastTheEnd) change({ page: lastPage }, { replace: true });
  }, [isPastTheEnd, lastPage, change]);
  return isPastTheEnd;
}

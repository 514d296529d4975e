import { useCallback } from 'react';
import { type NavigateOptions, useLocation } from 'react-router';
import { useTellListed } from './listed-records.ts';
import { pageCount } from './paging.ts';
import { type RecordAddress, recordIdIn, useOpenRecord } from './record-address.ts';

/** A list of several pages, and how to turn them. */
type Pages = {
  state: { page: number; pageSize: number };
  total: number | undefined;
  change: (part: { page: number }, options: NavigateOptions) => void;
};

/** What a table of records needs so that its rows open them, and the opened one is marked. */
export function useOpenRows(
  address: RecordAddress,
  rows: { id: string }[] | undefined,
  pages?: Pages,
) {
  const { pathname } = useLocation();
  const open = useOpenRecord(address);
  useTellListed(rows, usePageTurn(pages, -1), usePageTurn(pages, 1));
  return {
    onOpen: ({ id }: { id: string }) => open(id),
    openedKey: recordIdIn(address, pathname),
  };
}

/** Behind the record that is open, which stays. The way back leads to the page that it turns to. */
function usePageTurn(pages: Pages | undefined, by: 1 | -1): (() => void) | undefined {
  const change = pages?.change;
  const to = (pages?.state.page ?? 0) + by;
  const turn = useCallback(() => {
    change?.({ page: to }, { replace: true });
  }, [change, to]);
  const exists = pages && to >= 0 && to < pageCount(pages.total, pages.state.pageSize);
  return exists ? turn : undefined;
}

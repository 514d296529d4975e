import { useCallback } from 'react';
import { useLocation } from 'react-router';
import type { Company } from '#contract/companies.ts';
import { pageCount } from '#web/lib/paging.ts';
import { companyIdIn, useOpenCompany } from './company-address.ts';
import { useTellListed } from './listed-companies.ts';
import type { useLiveList } from './use-live-list.ts';

type List = ReturnType<typeof useLiveList>;

/** What the table needs so that its rows open companies, and the opened one is marked. */
export function useOpenCompanies(list: List) {
  const { pathname } = useLocation();
  const open = useOpenCompany();
  useTellListed(list.rows, usePageTurn(list, -1), usePageTurn(list, 1));
  return {
    onOpen: ({ id }: Company) => open(id),
    openedKey: companyIdIn(pathname),
  };
}

/** Behind the company that is open, which stays. The way back leads to the page that it turns to. */
function usePageTurn({ change, state, total }: List, by: 1 | -1): (() => void) | undefined {
  const to = state.page + by;
  const turn = useCallback(() => change({ page: to }, { replace: true }), [change, to]);
  return to >= 0 && to < pageCount(total, state.pageSize) ? turn : undefined;
}

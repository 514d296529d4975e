import { useCallback } from 'react';
import { type NavigateOptions, useLocation } from 'react-router';
import type { Lead } from '#contract/leads.ts';
import { pageCount } from '#web/lib/paging.ts';
import { leadIdIn, useOpenLead } from './lead-address.ts';
import { useTellListedLeads } from './listed-leads.ts';

/** A list of several pages, and how to turn them. */
type Pages = {
  state: { page: number; pageSize: number };
  total: number | undefined;
  change: (part: { page: number }, options: NavigateOptions) => void;
};

/** What a table of leads needs so that its rows open them, and the opened one is marked. */
export function useOpenRows(leads: Lead[] | undefined, pages?: Pages) {
  const { pathname } = useLocation();
  const openLead = useOpenLead();
  const before = usePageTurn(pages, -1);
  const after = usePageTurn(pages, 1);
  useTellListedLeads({ leads, turnBack: before, turnOn: after });
  return {
    onOpen: ({ id }: Lead) => openLead(id),
    openedKey: leadIdIn(pathname),
  };
}

/** Behind the lead that is open, which stays. The way back leads to the page that it turns to. */
function usePageTurn(pages: Pages | undefined, by: 1 | -1): (() => void) | undefined {
  const change = pages?.change;
  const to = (pages?.state.page ?? 0) + by;
  const turn = useCallback(() => {
    change?.({ page: to }, { replace: true });
  }, [change, to]);
  const exists = pages && to >= 0 && to < pageCount(pages.total, pages.state.pageSize);
  return exists ? turn : undefined;
}

import { useMemo } from 'react';
import { useKeepOnLastPage } from '#web/lib/paging.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useListState, writeListState } from '#web/lib/use-list-state.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import {
  addressNames,
  cleanAddress,
  filterQueryOf,
  newestFirst,
  sortOf,
} from './filters/leads-address.ts';
import { leadMessages } from './lead-text.ts';
import { noLeads, useLeads } from './leads.api.ts';

/** The leads list: what the address asks for, what has arrived, and how to change it. */
export function useLeadsList() {
  const isAdmin = useIsAdmin();
  const { state: asked, change, turnTo, clear } = useListState(addressNames);
  const state = useMemo(() => cleanAddress(asked, isAdmin), [asked, isAdmin]);
  const filter = useMemo(() => filterQueryOf(state), [state]);
  const sort = sortOf(state);
  const { page, pageSize, search } = state;
  const query = useLeads({ page, pageSize, filter, sort });
  useFailureToast(query, leadMessages.loadFailed);

  const total = query.data?.total;
  const totalOfThisPage = query.isPlaceholderData ? undefined : total;
  const isPastTheEnd = useKeepOnLastPage(state, totalOfThisPage, change);
  const failed = query.isError && !query.data;
  return {
    state,
    /** What makes this list: its filters, order and size, not the page somebody stands on. */
    address: writeListState({ ...state, page: 0 }, addressNames).toString(),
    /** What is listed, as the server is asked for it. */
    filter,
    sort,
    rows: failed ? noLeads : isPastTheEnd ? undefined : query.data?.leads,
    total,
    failed,
    loading: query.isPending || query.isPlaceholderData || isPastTheEnd,
    filtered: Object.keys(filter).length > 0,
    change,
    turnTo,
    clear,
    /** The usual order is not written into the address. */
    sortBy: (next: string) => change({ sort: next === newestFirst ? '' : next }),
    retrying: failed && query.isFetching,
    retry: () => query.refetch(),
    /** The same search again asks the server again. */
    search: (text: string) => (text === search ? query.refetch() : change({ search: text })),
  };
}

export type LeadsList = ReturnType<typeof useLeadsList>;

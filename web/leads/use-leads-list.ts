import { useEffect } from 'react';
import { statusGroups } from '#contract/lead-status.ts';
import { useListState } from '#web/lib/use-address-state.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { leadsLoadFailed, useLeads } from './leads.api.ts';

/** The leads list: what the address asks for, what has arrived, and how to change it. */
export function useLeadsList() {
  const isAdmin = useIsAdmin();
  const { state, change, clear } = useListState();
  const group = statusGroups.find(({ name }) => name === state.status)?.name;
  // Whoever may not filter by partner is not misled by an address that does.
  const partner = isAdmin ? state.partner : '';
  const { page, pageSize, search } = state;
  const query = useLeads({ page, pageSize, search, partner, group });
  useFailureToast(query, leadsLoadFailed);

  const total = query.data?.total;
  const lastPage = Math.max(0, Math.ceil((total ?? 0) / pageSize) - 1);
  const pastTheEnd = total !== undefined && !query.isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (pastTheEnd) change({ page: lastPage }, { replace: true });
  }, [pastTheEnd, lastPage, change]);

  const failed = query.isError && !query.data;
  return {
    state: { ...state, partner, status: group ?? '' },
    rows: failed ? [] : pastTheEnd ? undefined : query.data?.leads,
    total,
    failed,
    loading: query.isPending || query.isPlaceholderData || pastTheEnd,
    filtered: Boolean(search || partner || group),
    change,
    clear,
    retrying: failed && query.isFetching,
    retry: () => query.refetch(),
    /** The same search again asks the server again. */
    search: (text: string) => (text === search ? query.refetch() : change({ search: text })),
  };
}

export type LeadsList = ReturnType<typeof useLeadsList>;

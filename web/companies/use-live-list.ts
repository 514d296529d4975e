import { useEffect } from 'react';
import { useListState } from '#web/lib/use-address-state.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { isRateLimit, useLiveCompanies } from './companies.api.ts';

/** spec §4: normal, loading, rate-limited, error and empty, as the screen shows them. */
export function useLiveList() {
  const isAdmin = useIsAdmin();
  const { state, change, clear } = useListState();
  const { page, pageSize, search } = state;
  // Whoever may not filter by partner is not misled by an address that does.
  const partner = isAdmin ? state.partner : '';
  const { query, secondsBlocked } = useLiveCompanies({ page, pageSize, search, partner });
  const blocked = secondsBlocked > 0;

  // What stood here for another filter may wait for its answer, but not out a whole minute.
  const data = blocked && query.isPlaceholderData ? undefined : query.data;
  const lastPage = Math.max(0, Math.ceil((data?.total ?? 0) / pageSize) - 1);
  const pastTheEnd = data !== undefined && !query.isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (pastTheEnd) change({ page: lastPage }, { replace: true });
  }, [pastTheEnd, lastPage, change]);

  const refresh = () => {
    if (!blocked) query.refetch();
  };
  return {
    state: { page, pageSize, search, partner },
    rows: pastTheEnd ? undefined : data?.companies,
    total: data?.total,
    source: data?.source ?? 'portal',
    loading: !blocked && (query.isPending || query.isPlaceholderData || pastTheEnd),
    fetching: query.isFetching,
    secondsBlocked,
    failed: !blocked && query.isError && !isRateLimit(query.error),
    empty: data?.total === 0 && !query.isPlaceholderData,
    filtered: Boolean(search || partner),
    change,
    clear,
    refresh,
    /** The same search again asks the server again. */
    search: (text: string) => (text === search ? refresh() : change({ search: text })),
  };
}

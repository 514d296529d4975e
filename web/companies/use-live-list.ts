import { useKeepOnLastPage } from '#web/lib/paging.ts';
import { useListState } from '#web/lib/use-list-state.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { isRateLimit, useLiveCompanies } from './companies.api.ts';

const filters = ['search', 'partner'] as const;

/** spec §4: normal, loading, rate-limited, error and empty, as the screen shows them. */
export function useLiveList() {
  const isAdmin = useIsAdmin();
  const { state, change, clear } = useListState(filters);
  const { page, pageSize, search } = state;
  // Whoever may not filter by partner is not misled by an address that does.
  const partner = isAdmin ? state.partner : '';
  const { query, secondsBlocked } = useLiveCompanies({ page, pageSize, search, partner });
  const blocked = secondsBlocked > 0;

  // The companies of the last filter stay until those of the next arrive, but not for a whole minute.
  const data = blocked && query.isPlaceholderData ? undefined : query.data;
  const totalOfThisPage = query.isPlaceholderData ? undefined : data?.total;
  const isPastTheEnd = useKeepOnLastPage(state, totalOfThisPage, change);

  const refresh = () => {
    if (!blocked) query.refetch();
  };
  return {
    state: { page, pageSize, search, partner },
    rows: isPastTheEnd ? undefined : data?.companies,
    total: data?.total,
    source: data?.source ?? 'portal',
    loading: !blocked && (query.isPending || query.isPlaceholderData || isPastTheEnd),
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

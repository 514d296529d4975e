import { useQueryClient } from '@tanstack/react-query';
import { useKeepOnLastPage } from '#web/lib/paging.ts';
import { useListState } from '#web/lib/use-list-state.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { isRateLimit, latestPage, useLiveCompanies } from './companies.api.ts';

const filters = ['search', 'partner'] as const;

/** spec §4: normal, loading, rate-limited, error and empty, as the screen shows them. */
export function useLiveList() {
  const isAdmin = useIsAdmin();
  const { state, change, turnTo, clear } = useListState(filters);
  const { page, pageSize, search } = state;
  // Whoever may not filter by partner is not misled by an address that does.
  const partner = isAdmin ? state.partner : '';
  const { query, secondsBlocked, mayHaveChanged } = useLiveCompanies({
    page,
    pageSize,
    search,
    partner,
  });
  const blocked = secondsBlocked > 0;
  const own = query.isPlaceholderData ? undefined : query.data;
  const kept = useKeptPage(blocked && !own);
  const data = kept ?? query.data;
  const isPastTheEnd = useKeepOnLastPage(state, own?.total, change);

  const refresh = () => {
    if (!blocked) query.refetch();
  };
  return {
    state: { page, pageSize, search, partner },
    /** Where the rows that are shown stand, which while a limit is waited out may be elsewhere. */
    shown: { page: kept?.page ?? page, pageSize: kept?.pageSize ?? pageSize },
    rows: isPastTheEnd ? undefined : data?.companies,
    total: data?.total,
    totals: data?.totals,
    currency: data?.currency,
    source: data?.source ?? 'portal',
    asOf: data?.as_of ?? null,
    loading: !blocked && (query.isPending || query.isPlaceholderData || isPastTheEnd),
    fetching: query.isFetching,
    /** Whether the rows are those of an earlier question, since the one asked now has to wait. */
    outdated: kept !== undefined,
    secondsBlocked,
    failed: !blocked && query.isError && !isRateLimit(query.error),
    empty: own?.total === 0,
    /** Whether Refresh may find companies: the empty list is not asked for again by itself. */
    mayBeFilled: own?.total === 0 && mayHaveChanged,
    filtered: Boolean(search || partner),
    change,
    turnTo,
    clear,
    refresh,
    /** The same search again asks the server again. */
    search: (text: string) => (text === search ? refresh() : change({ search: text })),
  };
}

/** What was there before a rate limit stays until its wait is over. */
function useKeptPage(wanted: boolean) {
  const queries = useQueryClient();
  return wanted ? latestPage(queries) : undefined;
}

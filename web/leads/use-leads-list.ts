import { statusGroups } from '#contract/lead-status.ts';
import { useKeepOnLastPage } from '#web/lib/paging.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useListState } from '#web/lib/use-list-state.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { leadMessages } from './lead-text.ts';
import { useLeads } from './leads.api.ts';

const filters = ['search', 'partner', 'status', 'import'] as const;
const importIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The leads list: what the address asks for, what has arrived, and how to change it. */
export function useLeadsList() {
  const isAdmin = useIsAdmin();
  const { state, change, clear } = useListState(filters);
  const group = statusGroups.find(({ name }) => name === state.status)?.name;
  // Whoever may not filter by partner is not misled by an address that does.
  const partner = isAdmin ? state.partner : '';
  // What is no id of an import filters nothing.
  const importId = importIdPattern.test(state.import) ? state.import : '';
  const { page, pageSize, search } = state;
  const query = useLeads({ page, pageSize, search, partner, group, importId });
  useFailureToast(query, leadMessages.loadFailed);

  const total = query.data?.total;
  const totalOfThisPage = query.isPlaceholderData ? undefined : total;
  const isPastTheEnd = useKeepOnLastPage(state, totalOfThisPage, change);
  const failed = query.isError && !query.data;
  return {
    state: { ...state, partner, status: group ?? '', import: importId },
    rows: failed ? [] : isPastTheEnd ? undefined : query.data?.leads,
    total,
    failed,
    loading: query.isPending || query.isPlaceholderData || isPastTheEnd,
    filtered: Boolean(search || partner || group || importId),
    change,
    clear,
    retrying: failed && query.isFetching,
    retry: () => query.refetch(),
    /** The same search again asks the server again. */
    search: (text: string) => (text === search ? query.refetch() : change({ search: text })),
  };
}

export type LeadsList = ReturnType<typeof useLeadsList>;

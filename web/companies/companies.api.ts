import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  type QueryState,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Company } from '#contract/companies.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf, ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/client.ts';
import { toast } from '#web/lib/toasts.ts';
import { useSecondsLeft } from '#web/lib/use-seconds-left.ts';
import { useSession } from '#web/session/session.api.ts';
import { changedTotals } from './changed-totals.ts';
import { rateLimitToast } from './rate-limit-text.ts';
import { startWait, storedWait } from './rate-limit-wait.ts';
import { momentsOf, type Period } from './statement/period.ts';

type CompanyPage = ResponseOf<typeof routes.listLiveCompanies>;
type Commissions = RequestOf<typeof routes.updateCompany>['body'];

const freshnessMilliseconds = 60_000;

const liveKey = ['companies', 'live'];
const blockedUntilKey = (userId: string) => ['companies', 'blocked until', userId];

export function isRateLimit(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

/** spec §8: a 429 blocks every further fetch for 60 seconds. */
function blockFetches(queries: QueryClient, userId: string): void {
  queries.setQueryData<number>(blockedUntilKey(userId), startWait(userId));
  toast.warning(rateLimitToast.title, rateLimitToast.message);
}

function useSecondsBlocked(userId: string): number {
  const blockedUntil = useQuery<number>({
    queryKey: blockedUntilKey(userId),
    queryFn: skipToken,
    initialData: () => storedWait(userId),
  });
  return useSecondsLeft(blockedUntil.data);
}

export type CompaniesFilter = { page: number; pageSize: number; search: string; partner: string };

/** Whether what a question was answered with may have changed since. */
function useMayHaveChanged(queryKey: QueryKey): boolean {
  const queries = useQueryClient();
  return useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(changed),
    () => queries.getQueryState(queryKey)?.isInvalidated === true,
  );
}

/**
 * spec §4: an empty list is not fetched again unless somebody asks for it. While that is under way it
 * follows changes, or they would be lost behind an older answer; after a 429 a load was announced.
 */
function isLeftEmpty({ data, error, fetchStatus }: QueryState<CompanyPage>): boolean {
  return data?.total === 0 && fetchStatus !== 'fetching' && !isRateLimit(error);
}

/** A page of live companies, loaded unless a rate limit is being waited out or there are none. */
export function useLiveCompanies({ page, pageSize, search, partner }: CompaniesFilter) {
  const queries = useQueryClient();
  const userId = useSession().user?.id ?? '';
  const secondsBlocked = useSecondsBlocked(userId);
  const listQuery = {
    limit: pageSize,
    offset: page * pageSize,
    ...(search && { search }),
    ...(partner && { partner_id: partner }),
  };
  const queryKey = [...liveKey, listQuery];
  const query = useQuery<CompanyPage>({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await call(endpoints.listLiveCompanies, { query: listQuery }, { signal });
      } catch (error) {
        if (isRateLimit(error)) blockFetches(queries, userId);
        throw error;
      }
    },
    enabled: ({ state }) => secondsBlocked === 0 && !isLeftEmpty(state),
    placeholderData: keepPreviousData,
    // HubSpot is asked every minute: what the page says of its freshness follows.
    refetchInterval: ({ state }) => state.data?.source === 'hubspot' && freshnessMilliseconds,
    // What was thrown away after a while would be asked for again.
    gcTime: Number.POSITIVE_INFINITY,
  });
  return { query, secondsBlocked, mayHaveChanged: useMayHaveChanged(queryKey) };
}

export type ShownPage = CompanyPage & { page: number; pageSize: number };

/** The page that was last loaded, whatever it was asked for: it stays while a limit is waited out. */
export function latestPage(queries: QueryClient): ShownPage | undefined {
  const [latest] = queries
    .getQueryCache()
    .findAll({ queryKey: liveKey })
    .filter(({ state }) => state.data !== undefined)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  if (!latest) return undefined;
  const { limit, offset } = latest.queryKey.at(-1) as { limit: number; offset: number };
  return { ...(latest.state.data as CompanyPage), page: offset / limit, pageSize: limit };
}

/** The row changes where it stands: asking for the whole page again would count as a fetch. */
export function useUpdateCompany() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: Commissions }) =>
      call(endpoints.updateCompany, { params: { id }, body }),
    onSuccess: ({ company }) => {
      queries.setQueriesData<CompanyPage>({ queryKey: liveKey }, (list) => {
        const before = list?.companies.find(({ id }) => id === company.id);
        if (!list || !before) return list;
        const companies = list.companies.map((one) => (one.id === company.id ? company : one));
        return { ...list, companies, totals: changedTotals(list.totals, before, company) };
      });
      // Sums, histories and statements are not limited as the list is.
      queries.invalidateQueries({
        queryKey: ['companies'],
        predicate: ({ queryKey }) => queryKey[1] !== liveKey[1],
      });
    },
  });
}

/** What somebody else has made of the commissions, where a change was refused for that. */
export function companyNow(error: unknown): Company | undefined {
  const isConflict = error instanceof ApiError && error.status === 409;
  return isConflict ? (error.body as { company?: Company } | undefined)?.company : undefined;
}

/** Sums of what a filter shows, what was earned in a period and, for administrators, by partner. */
export function useCommissionTotals(
  { search, partner }: { search?: string; partner?: string | undefined },
  period: Period,
  enabled = true,
) {
  const query = {
    ...(search && { search }),
    ...(partner && { partner_id: partner }),
    ...momentsOf(period),
  };
  return useQuery({
    queryKey: ['companies', 'totals', query],
    queryFn: ({ signal }) => call(endpoints.sumCommissions, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

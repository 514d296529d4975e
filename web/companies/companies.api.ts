import {
  keepPreviousData,
  type QueryClient,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf, ResponseOf } from '#contract/http.ts';
import { liveCooldownSeconds } from '#contract/limits.ts';
import type { routes } from '#contract/routes.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/client.ts';
import { toast } from '#web/lib/toasts.ts';
import { useSecondsLeft } from '#web/lib/use-seconds-left.ts';
import { rateLimitToast } from './company-text.ts';

type CompanyPage = ResponseOf<typeof routes.listLiveCompanies>;
type Commissions = RequestOf<typeof routes.updateCompany>['body'];

const liveKey = ['companies', 'live'];
/** Kept with what was loaded, so that it outlasts a visit to another screen but not a sign-out. */
const blockedUntilKey = ['companies', 'blocked until'];

export function isRateLimit(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

/** spec §8: a 429 blocks every further fetch for 60 seconds. */
function blockFetches(queries: QueryClient): void {
  queries.setQueryData<number>(blockedUntilKey, Date.now() + liveCooldownSeconds * 1000);
  toast.warning(rateLimitToast.title, rateLimitToast.message);
}

export type CompaniesFilter = { page: number; pageSize: number; search: string; partner: string };

/** A page of live companies, loaded unless a rate limit is being waited out. */
export function useLiveCompanies({ page, pageSize, search, partner }: CompaniesFilter) {
  const queries = useQueryClient();
  const blockedUntil = useQuery<number>({ queryKey: blockedUntilKey, queryFn: skipToken });
  const secondsBlocked = useSecondsLeft(blockedUntil.data);
  const listQuery = {
    limit: pageSize,
    offset: page * pageSize,
    ...(search && { search }),
    ...(partner && { partner_id: partner }),
  };
  const query = useQuery({
    queryKey: [...liveKey, listQuery],
    queryFn: async ({ signal }) => {
      try {
        return await call(endpoints.listLiveCompanies, { query: listQuery }, { signal });
      } catch (error) {
        if (isRateLimit(error)) blockFetches(queries);
        throw error;
      }
    },
    enabled: secondsBlocked === 0,
    placeholderData: keepPreviousData,
    // spec §4: an empty list is not fetched again unless somebody asks for it.
    refetchOnWindowFocus: ({ state }) => state.data?.total !== 0,
    refetchOnReconnect: ({ state }) => state.data?.total !== 0,
  });
  return { query, secondsBlocked };
}

/** The row changes where it stands: asking for the whole page again would count as a fetch. */
export function useUpdateCompany() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: Commissions }) =>
      call(endpoints.updateCompany, { params: { id }, body }),
    onSuccess: ({ company }) =>
      queries.setQueriesData<CompanyPage>({ queryKey: liveKey }, (list) => {
        if (!list) return list;
        const companies = list.companies.map((one) => (one.id === company.id ? company : one));
        return { ...list, companies };
      }),
  });
}

import {
  type Query,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf } from '#contract/http.ts';
import type { ListedPartner, Partner } from '#contract/partners.ts';
import type { routes } from '#contract/routes.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { call } from '#web/lib/client.ts';
import { logFailure } from '#web/lib/log.ts';
import { fetchCsrfToken } from '#web/lib/send-signed-in.ts';
import { noPartners, partnerLabel, partnerOptions } from './partner-options.ts';

type NewPartner = RequestOf<typeof routes.createPartner>['body'];
type PartnerChange = RequestOf<typeof routes.updatePartner>['body'];
type PasswordReset = RequestOf<typeof routes.resetPartnerPassword>['body'];

const listKey = ['partners', 'list'];
const partnerKey = (id: string) => ['partners', 'one', id];
const tokensKey = (id: string) => ['partners', 'tokens', id];

/** Partners' names stand in the lists of leads and live companies too. */
function refreshPartners(queries: QueryClient): void {
  for (const noun of ['partners', 'leads', 'companies']) {
    queries.invalidateQueries({ queryKey: [noun] });
  }
}

/** A partner whom somebody is at work on stays as they are. */
export function partnersChangedElsewhere(queries: QueryClient): void {
  const [partners, one] = partnerKey('');
  const isOne = ({ queryKey }: Query) => queryKey[1] === one;
  queries.invalidateQueries({ queryKey: [partners], predicate: (query) => !isOne(query) });
  queries.invalidateQueries({ queryKey: [partners, one], refetchType: 'none' });
}

/**
 * All partners, for administrators. A failure is logged; what else becomes of it is up to the
 * screen: the partner filters go on with no partners, the partners list tells (spec §8).
 */
export function usePartners({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: listKey,
    enabled,
    queryFn: async ({ signal }) => {
      try {
        return (await call(endpoints.listPartners, {}, { signal })).partners;
      } catch (error) {
        if (!signal.aborted) logFailure('The partners could not be loaded', error);
        throw error;
      }
    },
  });
}

/** What a partner filter offers and reads; partners that cannot be loaded are not offered (spec §8). */
export function usePartnerOptions(selected: string) {
  const { data, isPending } = usePartners();
  const options = useMemo(() => partnerOptions(data ?? []), [data]);
  // Until the partners are here, nobody can say whether one is unknown.
  const isTold = !isPending || options.some(({ value }) => value === selected);
  return {
    options,
    shown: isTold ? partnerLabel(options, selected) : '',
    loading: isPending,
    nothingFound: noPartners,
  };
}

/**
 * One partner; where the list has been shown, it is there at once. Asked for anew with every visit,
 * but not while somebody is at work on it.
 */
export function usePartner(id: string) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: partnerKey(id),
    queryFn: async ({ signal }) =>
      (await call(endpoints.getPartner, { params: { id } }, { signal })).partner,
    initialData: () => queries.getQueryData<Partner[]>(listKey)?.find((one) => one.id === id),
    initialDataUpdatedAt: () => queries.getQueryState(listKey)?.dataUpdatedAt,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useCreatePartner() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPartner) => call(endpoints.createPartner, { body }),
    onSuccess: () => refreshPartners(queries),
  });
}

export function useUpdatePartner(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: PartnerChange) => call(endpoints.updatePartner, { params: { id }, body }),
    onSuccess: ({ partner }) => {
      queries.setQueryData<Partner>(partnerKey(id), partner);
      queries.setQueryData<ListedPartner[]>(listKey, (list) =>
        list?.map((one) => (one.id === id ? { ...one, ...partner } : one)),
      );
      refreshPartners(queries);
    },
  });
}

export function useDeletePartner() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.deletePartner, { params: { id } }),
    onSuccess: (_, id) => {
      queries.removeQueries({ queryKey: partnerKey(id) });
      queries.setQueryData<ListedPartner[]>(listKey, (list) =>
        list?.filter((one) => one.id !== id),
      );
      refreshPartners(queries);
    },
  });
}

export function useResetPartnerPassword(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: PasswordReset) => {
      // spec §7 asks for it before the call; the client keeps what it has fetched.
      await fetchCsrfToken();
      return call(endpoints.resetPartnerPassword, { params: { id }, body });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: tokensKey(id) }),
  });
}

/** How a partner is doing. Asked again when leads change, by which most of it does. */
export function usePartnerFigures(id: string) {
  return useQuery({
    queryKey: ['leads', 'figures', id],
    queryFn: ({ signal }) => call(endpoints.getPartnerFigures, { params: { id } }, { signal }),
  });
}

/** A partner's API tokens, for administrators. */
export function usePartnerTokens(id: string) {
  return useQuery({
    queryKey: tokensKey(id),
    queryFn: async ({ signal }) =>
      (await call(endpoints.listPartnerTokens, { params: { id } }, { signal })).tokens,
  });
}

export function useRevokePartnerToken(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: string) =>
      call(endpoints.revokePartnerToken, {
        params: { id, token_id: tokenId },
        body: { revoked: true },
      }),
    onSuccess: ({ token }) =>
      queries.setQueryData<ApiToken[]>(tokensKey(id), (list) =>
        list?.map((one) => (one.id === token.id ? token : one)),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: tokensKey(id) }),
  });
}

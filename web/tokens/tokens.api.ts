import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf } from '#contract/http.ts';
import { rateLimits } from '#contract/limits.ts';
import type { routes } from '#contract/routes.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { call } from '#web/lib/client.ts';
import { logFailure } from '#web/lib/log.ts';

type NewToken = RequestOf<typeof routes.createToken>['body'];

const listKey = ['tokens', 'list'];

export function useTokens() {
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => (await call(endpoints.listTokens, {}, { signal })).tokens,
  });
}

export function useCreateToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewToken) => call(endpoints.createToken, { body }),
    // Only here does the token travel in full: it is not kept longer than it is shown.
    gcTime: 0,
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
}

export function useRevokeToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(endpoints.updateToken, { params: { id }, body: { revoked: true } }),
    onSuccess: ({ token }) =>
      queries.setQueryData<ApiToken[]>(listKey, (list) =>
        list?.map((one) => (one.id === token.id ? token : one)),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
}

export function useDeleteToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.deleteToken, { params: { id } }),
    onSuccess: (_, id) =>
      queries.setQueryData<ApiToken[]>(listKey, (list) => list?.filter((one) => one.id !== id)),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
}

type RateLimit = { max: number; seconds: number };
/** What this very server says of itself: where callers reach it, and how often they may call. */
type PortalFacts = { address: string; rateLimit: RateLimit };

const { path, method } = endpoints.createExternalLead;
const described = z.object({
  servers: z.tuple([z.object({ url: z.url() })], z.unknown()),
  paths: z.object({
    [path]: z.object({
      [method.toLowerCase()]: z.object({
        'x-rate-limit': z.object({ max: z.number(), seconds: z.number() }),
      }),
    }),
  }),
});

export function usePortalDescription() {
  return useQuery({
    queryKey: ['tokens', 'portal facts'],
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchPortalFacts(signal),
  });
}

/** Undefined until it is known; what is usual where the server has never told. */
export function usePortalFacts(): PortalFacts | undefined {
  const { data, isError } = usePortalDescription();
  return data ?? (isError ? usualFacts() : undefined);
}

async function fetchPortalFacts(signal: AbortSignal): Promise<PortalFacts> {
  const usual = usualFacts();
  try {
    const { servers, paths } = described.parse(await call(endpoints.openapi, {}, { signal }));
    const [operation] = Object.values(Object.values(paths)[0] ?? {});
    return {
      address: reachableAddress(servers[0].url, usual.address),
      rateLimit: operation?.['x-rate-limit'] ?? usual.rateLimit,
    };
  } catch (error) {
    if (!signal.aborted) logFailure('The description of the API could not be read', error);
    throw error;
  }
}

function usualFacts(): PortalFacts {
  const { max, seconds } = rateLimits.external_api;
  return { address: window.location.origin, rateLimit: { max, seconds } };
}

/** A portal that listens everywhere and was not told its address cannot be called by "everywhere". */
export function reachableAddress(address: string, origin: string): string {
  return /^(0\.0\.0\.0|\[::\])$/.test(new URL(address).hostname) ? origin : address;
}

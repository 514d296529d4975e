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

export type RateLimit = { max: number; seconds: number };

const { path, method } = endpoints.createExternalLead;
const describedLimit = z.object({
  paths: z.object({
    [path]: z.object({
      [method.toLowerCase()]: z.object({
        'x-rate-limit': z.object({ max: z.number(), seconds: z.number() }),
      }),
    }),
  }),
});

/** How often this very server lets one token call; where it does not tell, what is usual. */
export function useExternalRateLimit(): RateLimit | undefined {
  const { data } = useQuery({
    queryKey: ['tokens', 'rate-limit'],
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchRateLimit(signal),
  });
  return data;
}

async function fetchRateLimit(signal: AbortSignal): Promise<RateLimit> {
  try {
    const described = describedLimit.parse(await call(endpoints.openapi, {}, { signal }));
    return (
      Object.values(Object.values(described.paths)[0] ?? {})[0]?.['x-rate-limit'] ?? defaultLimit()
    );
  } catch (error) {
    if (signal.aborted) throw error;
    logFailure('The rate limit could not be read', error);
    return defaultLimit();
  }
}

function defaultLimit(): RateLimit {
  const { max, seconds } = rateLimits.external_api;
  return { max, seconds };
}

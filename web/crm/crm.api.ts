import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Crm, MappingChange } from '#contract/crm.ts';
import { endpoints } from '#contract/endpoints.ts';
import { call } from '#web/lib/client.ts';

const crmKey = ['crm'];
const refreshMilliseconds = 60_000;
const progressMilliseconds = 5_000;

const crmQuery = {
  queryKey: crmKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(endpoints.getCrm, {}, { signal })).crm,
};

/** Asked for again now and then even where nothing has changed, so that "2 minutes ago" stays true. */
export function useCrm() {
  return useQuery({
    ...crmQuery,
    refetchInterval: ({ state }) => refreshEvery(state.data),
  });
}

/** In milliseconds: what is being sent is followed with the eyes. */
export function refreshEvery(crm: Crm | undefined): number {
  return crm?.backfill.state === 'running' ? progressMilliseconds : refreshMilliseconds;
}

/** For every screen of an administrator: asked for once, then again when something has changed. */
export function useCrmFault(isAdmin: boolean): Crm['fault'] {
  const { data } = useQuery({ ...crmQuery, enabled: isAdmin, staleTime: refreshMilliseconds });
  return data?.fault ?? null;
}

const keep = (queries: QueryClient, crm: Crm) => queries.setQueryData<Crm>(crmKey, crm);

/** What was found out may have mended a fault, or found one. Whoever leaves the screen gives it up. */
export function useTestCrm() {
  const queries = useQueryClient();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return useMutation({
    mutationFn: () => {
      running.current = new AbortController();
      return call(endpoints.testCrm, {}, { signal: running.current.signal });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: crmKey }),
  });
}

export function useChangeBackfill() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (state: 'running' | 'paused') =>
      call(endpoints.changeCrmBackfill, { body: { state } }),
    onSuccess: ({ crm }) => keep(queries, crm),
    onError: () => queries.invalidateQueries({ queryKey: crmKey }),
  });
}

export function useChangeMapping() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: MappingChange) => call(endpoints.changeCrmMapping, { body }),
    onSuccess: ({ crm }) => keep(queries, crm),
    onError: () => queries.invalidateQueries({ queryKey: crmKey }),
  });
}

export function useRetryJob() {
  return useJobMutation((id) => call(endpoints.retryCrmJob, { params: { id } }));
}

/** All of them, also those that are not listed. */
export function useRetryJobs() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.retryCrmJobs),
    onSuccess: () => queries.setQueryData<Crm>(crmKey, (crm) => crm && withoutJobs(crm)),
    onSettled: () => {
      queries.invalidateQueries({ queryKey: crmKey });
    },
  });
}

export function useDropJob() {
  return useJobMutation((id) => call(endpoints.dropCrmJob, { params: { id } }));
}

/** The line goes at once; the list is then as the server has it, whatever others did meanwhile. */
function useJobMutation(send: (id: string) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (_, id) => queries.setQueryData<Crm>(crmKey, (crm) => crm && withoutJob(crm, id)),
    onSettled: () => {
      queries.invalidateQueries({ queryKey: crmKey });
    },
  });
}

function withoutJobs(crm: Crm): Crm {
  return { ...crm, parked: [], queue: { ...crm.queue, parked: 0 } };
}

function withoutJob(crm: Crm, id: string): Crm {
  const parked = crm.parked.filter((job) => job.id !== id);
  const gone = crm.parked.length - parked.length;
  return { ...crm, parked, queue: { ...crm.queue, parked: crm.queue.parked - gone } };
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { call } from '#web/lib/client.ts';

const queryOf = (partner: string | undefined) => (partner ? { partner_id: partner } : {});

function movementOptions(partner: string | undefined) {
  const query = queryOf(partner);
  return queryOptions({
    queryKey: ['leads', 'movement', query],
    queryFn: ({ signal }) => call(endpoints.getMovement, { query }, { signal }),
  });
}

function stuckOptions(partner: string | undefined) {
  const query = queryOf(partner);
  return queryOptions({
    queryKey: ['leads', 'stuck', query],
    queryFn: ({ signal }) => call(endpoints.listStuckLeads, { query }, { signal }),
  });
}

/** How leads move: one's own, all, or those of one partner. Asked again when leads change. */
export const useMovement = (partner: string | undefined) => useQuery(movementOptions(partner));

export const useStuckLeads = (partner: string | undefined) => useQuery(stuckOptions(partner));

/** Asks for both with the screen, whose charts wait for their code before they could. */
export function useMovementAhead(partner?: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    queries.prefetchQuery(stuckOptions(partner));
    queries.prefetchQuery(movementOptions(partner));
  }, [queries, partner]);
}

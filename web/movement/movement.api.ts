import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { call } from '#web/lib/client.ts';

const queryOf = (partner: string | undefined) => (partner ? { partner_id: partner } : {});

/** How leads move: one's own, all, or those of one partner. Asked again when leads change. */
export function useMovement(partner: string | undefined) {
  const query = queryOf(partner);
  return useQuery({
    queryKey: ['leads', 'movement', query],
    queryFn: ({ signal }) => call(endpoints.getMovement, { query }, { signal }),
  });
}

export function useStuckLeads(partner: string | undefined) {
  const query = queryOf(partner);
  return useQuery({
    queryKey: ['leads', 'stuck', query],
    queryFn: ({ signal }) => call(endpoints.listStuckLeads, { query }, { signal }),
  });
}

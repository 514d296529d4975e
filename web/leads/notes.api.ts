import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { call } from '#web/lib/client.ts';
import { logFailure } from '#web/lib/log.ts';
import { changeShownLead } from './leads.api.ts';

const unreadKey = ['leads', 'unread'];

/** How many leads have a note that the user has not read; a failure is only logged, as other counts are. */
export function useUnreadCount(): number {
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => {
      try {
        return (await call(endpoints.countUnreadLeads, {}, { signal })).count;
      } catch (error) {
        if (!signal.aborted) logFailure('The unread leads could not be counted', error);
        throw error;
      }
    },
  });
  return data ?? 0;
}

/** The mark goes at once; a failure leaves it to the next visit. */
export function useMarkNotesRead(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.markNotesRead, { params: { id } }),
    onSuccess: () => {
      changeShownLead(queries, id, { unread: false });
      queries.invalidateQueries({ queryKey: unreadKey });
    },
    onError: (error) => logFailure('The notes could not be marked as read', error),
  });
}

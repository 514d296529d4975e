import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { Lead } from '#contract/leads.ts';
import { serverText } from '#web/lib/api-error.ts';
import { call } from '#web/lib/client.ts';
import { toast } from '#web/lib/toasts.ts';
import { leadMessages, leadRestored, restoredText } from './lead-text.ts';
import { changeShownLead, refreshLeads } from './leads.api.ts';

/** Brings back a lead that was deleted, and says which; a second press while it runs does nothing. */
export function useRestore(): { restore: (lead: Lead) => void; restoring: boolean } {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Lead) => call(endpoints.restoreLead, { params: { id } }),
    onSuccess: ({ lead }) => {
      changeShownLead(queries, lead.id, lead);
      toast.success(restoredText(lead), { about: leadRestored });
    },
    onError: (error) => toast.error(serverText(error) ?? leadMessages.restoreFailed),
    onSettled: () => refreshLeads(queries),
  });
  const underWay = useRef(new Set<string>());
  const restore = useCallback(
    (lead: Lead) => {
      if (underWay.current.has(lead.id)) return;
      underWay.current.add(lead.id);
      mutate(lead, { onError: () => underWay.current.delete(lead.id) });
    },
    [mutate],
  );
  return { restore, restoring: isPending };
}

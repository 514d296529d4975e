import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { refreshLeads } from '#web/leads/leads.api.ts';
import { call } from '#web/lib/client.ts';
import type { PageState } from '#web/ui/Pager.tsx';

/** Kept with the leads: whatever changes them may change what can be undone. */
export function useImports({ page, pageSize }: PageState) {
  const query = { limit: pageSize, offset: page * pageSize };
  return useQuery({
    queryKey: ['leads', 'imports', query],
    queryFn: ({ signal }) => call(endpoints.listImports, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useUndoImport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.undoImport, { params: { id } }),
    // Also after a refusal: what the list said is no longer so.
    onSettled: () => refreshLeads(queries),
  });
}

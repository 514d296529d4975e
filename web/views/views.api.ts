import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { call } from '#web/lib/client.ts';

type NewView = RequestOf<typeof routes.createView>['body'];
type ViewChange = RequestOf<typeof routes.updateView>['body'];

const viewsKey = ['views'];

/** The user's own views and those that are shared, by name. */
export function useViews({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: viewsKey,
    enabled,
    queryFn: async ({ signal }) => (await call(endpoints.listViews, {}, { signal })).views,
  });
}

export function useCreateView() {
  return useViewChange((body: NewView) => call(endpoints.createView, { body }));
}

export function useUpdateView(id: string) {
  return useViewChange((body: ViewChange) => call(endpoints.updateView, { params: { id }, body }));
}

export function useDeleteView(id: string) {
  return useViewChange(() => call(endpoints.deleteView, { params: { id } }));
}

function useViewChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Also after a refusal: what the list said is no longer so. Waited for, so that it says what was done.
    onSettled: () => queries.invalidateQueries({ queryKey: viewsKey }),
  });
}

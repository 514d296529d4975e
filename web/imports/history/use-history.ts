import { useState } from 'react';
import type { ResponseOf } from '#contract/http.ts';
import { pageSizes } from '#contract/limits.ts';
import type { routes } from '#contract/routes.ts';
import type { PageState } from '#web/ui/Pager.tsx';
import { useImports } from '../imports.api.ts';

type LoadedPage = { page: PageState; data: ResponseOf<typeof routes.listImports> };

export const firstPage = { page: 0, pageSize: pageSizes[0] };

/** The page of earlier uploads that is asked for; where it fails, the one that was there stays. */
export function useHistory() {
  const [asked, setAsked] = useState<PageState>(firstPage);
  const [loaded, setLoaded] = useState<LoadedPage>();
  const query = useImports(asked);
  const own = query.isPlaceholderData ? undefined : query.data;
  if (own && loaded?.data !== own) setLoaded({ page: asked, data: own });
  // Also while it is tried again: what says so keeps its place and the focus.
  const failed = !own && query.errorUpdateCount > 0;
  const shown = failed ? loaded : query.data && { page: asked, data: query.data };
  return {
    shown,
    failed,
    loading: query.isPlaceholderData,
    retrying: query.isFetching,
    retry: query.refetch,
    turnTo: (next: PageState) => {
      const isAsked = next.page === asked.page && next.pageSize === asked.pageSize;
      if (isAsked) query.refetch();
      else setAsked(next);
    },
  };
}

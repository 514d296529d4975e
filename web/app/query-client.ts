import { type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query';

export function newQueryClient(): QueryClient {
  return new ChangeAwareQueryClient({
    defaultOptions: {
      // Screens show what they had and refresh behind it; a failure is shown, not retried in silence,
      // and without a connection it is shown too, rather than waited out. What is shown is asked for
      // again when the connection is back, which 'always' by itself would not do.
      queries: {
        staleTime: 5_000,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * What changes while something is loaded for the first time may not be in its answer. TanStack Query
 * asks anew for what already has an older answer, but takes a first one for current.
 */
class ChangeAwareQueryClient extends QueryClient {
  override async invalidateQueries(
    ...[filters = {}, options]: Parameters<QueryClient['invalidateQueries']>
  ): Promise<void> {
    const firstLoads = this.getQueryCache().findAll(filters).filter(isLoadingFirst);
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...firstLoads.map((query) => this.#invalidateOnceLoaded(query, filters)),
    ]);
  }

  async #invalidateOnceLoaded(query: Query, { refetchType }: InvalidateQueryFilters) {
    await query.promise?.catch(() => undefined);
    const { queryKey, state } = query;
    // It failed, which is shown; or of several changes the first has asked for all.
    if (state.isInvalidated) return;
    await super.invalidateQueries({ queryKey, exact: true, ...(refetchType && { refetchType }) });
  }
}

const isLoadingFirst = ({ state }: Query) =>
  state.data === undefined && state.fetchStatus === 'fetching';

import { QueryClient } from '@tanstack/react-query';

export function newQueryClient(): QueryClient {
  return new QueryClient({
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

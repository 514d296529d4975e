import { QueryClient } from '@tanstack/react-query';

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Screens show what they had and refresh behind it; a failure is shown, not retried in silence,
      // and without a connection it is shown too, rather than waited out.
      queries: { staleTime: 5_000, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

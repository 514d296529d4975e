import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { SessionProvider } from '#web/session/SessionProvider.tsx';
import { router } from './router.tsx';
import { Toasts } from './Toasts.tsx';
import { cssVariables, theme } from './theme.ts';

const queries = new QueryClient({
  defaultOptions: {
    // Screens show what they had and refresh behind it; a failure is told, not retried in silence,
    // and without a connection it is told too, rather than waited out.
    queries: { staleTime: 5_000, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
const colourMode = localStorageColorSchemeManager({ key: 'colour-mode' });

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colourMode}
      defaultColorScheme="light"
    >
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
      <Toasts />
    </MantineProvider>
  );
}

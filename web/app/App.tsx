import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { SessionProvider } from '#web/session/SessionProvider.tsx';
import { newQueryClient } from './query-client.ts';
import { router } from './router.tsx';
import { Toasts } from './Toasts.tsx';
import { cssVariables, theme } from './theme.ts';

const queries = newQueryClient();
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

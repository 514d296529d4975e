// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { searchFirst, useIsSearchFirst } from './search-first.ts';

function Page() {
  return useIsSearchFirst() ? 'The search has the focus' : 'The page has it';
}

test('Whoever comes to search does so once: a page that is reloaded, or returned to, is just a page', async () => {
  const at = { pathname: '/leads', search: '?size=50', state: searchFirst };
  const router = createMemoryRouter([{ path: '/leads', element: <Page /> }], {
    initialEntries: [at],
  });
  render(<RouterProvider router={router} />);
  expect(screen.getByText('The search has the focus')).toBeDefined();
  await waitFor(() => expect(router.state.location.state).toBeNull());
  expect(router.state.location.search).toBe('?size=50');
  expect(screen.getByText('The search has the focus')).toBeDefined();

  cleanup();
  render(<RouterProvider router={router} />);
  expect(screen.getByText('The page has it')).toBeDefined();
});

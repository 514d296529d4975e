// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { useCloseRecord } from './record-address.ts';

const id = '0192aaaa-0000-7000-8000-000000000001';
const address = { base: '/things', lists: ['/things'] } as const;

/** As somebody presses it before the browser is back on the list. */
function PressedTwice() {
  const close = useCloseRecord(address);
  const press = () => {
    close();
    close();
  };
  return (
    <button type="button" onClick={press}>
      Close
    </button>
  );
}

test('Close that is pressed twice goes back to the list, not to what was before', async () => {
  const opened = { pathname: `/things/${id}`, state: { fromList: true } };
  const router = createMemoryRouter(
    [
      { path: '/things/:id', element: <PressedTwice /> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/before', '/things', opened] },
  );
  render(<RouterProvider router={router} />);
  await act(async () => screen.getByRole('button').click());
  expect(router.state.location.pathname).toBe('/things');
});

// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test, vi } from 'vitest';
import { useCloseRecord } from './record-address.ts';

const id = '0192aaaa-0000-7000-8000-000000000001';
const address = { base: '/things', lists: ['/things'] } as const;

/** Stays where the record is gone, as a frame around it does. */
function Frame() {
  const close = useCloseRecord(address);
  return (
    <button type="button" onClick={close}>
      Close
    </button>
  );
}

const fromList = { pathname: `/things/${id}`, state: { fromList: true } };

function open(opened: { pathname: string; search?: string; state?: object } = fromList) {
  const router = createMemoryRouter([{ path: '*', element: <Frame /> }], {
    initialEntries: ['/before', '/things', opened],
  });
  render(<RouterProvider router={router} />);
  const press = () => screen.getByRole('button').click();
  return { press, router, path: () => router.state.location.pathname };
}

test('Close that is pressed twice goes back to the list, not to what was before', async () => {
  const { press, path } = open();
  // Before the browser is there, and once it is and the list is not drawn yet.
  await act(async () => {
    press();
    dispatchEvent(new PopStateEvent('popstate'));
    press();
  });
  expect(path()).toBe('/things');
});

test('A record that was opened by its address leads to the list with the filters that stand there', async () => {
  const { press, router } = open({ pathname: `/things/${id}`, search: '?status=new' });
  await act(async () => press());
  expect(router.state.location).toMatchObject({ pathname: '/things', search: '?status=new' });
});

test('A record that is opened again, or that one has come back to, is closed at the first press', async () => {
  const { press, router, path } = open();
  await act(async () => press());
  await act(() => router.navigate(`/things/${id}`, { state: { fromList: true } }));
  await act(async () => press());
  expect(path()).toBe('/things');
  await act(() => router.navigate(1));
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);
  await act(async () => press());
  now.mockRestore();
  expect(path()).toBe('/things');
});

// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { User } from '#contract/accounts.ts';
import { InApp } from '#test/render.tsx';
import { SessionContext } from '#web/session/session.api.ts';
import { SignedOutOnly } from './guards.tsx';

const pat: User = { id: '1', name: 'Pat', email: 'a@b.example', role: 'partner', company: null };

/** The login page, before a dashboard whose code arrives when the test lets it. */
function openLogin(user: User | null) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const dashboard = async () => {
    await arrived;
    return { Component: () => <p>Dashboard</p> };
  };
  const router = createMemoryRouter(
    [
      { element: <SignedOutOnly />, children: [{ path: '/login', element: <p>Login page</p> }] },
      { path: '/dashboard', lazy: dashboard },
    ],
    { initialEntries: ['/login'] },
  );
  const as = (current: User | null) => (
    <SessionContext
      value={{ user: current, loading: false, ended: false, enter: vi.fn(), signOut: vi.fn() }}
    >
      <InApp>
        <RouterProvider router={router} />
      </InApp>
    </SessionContext>
  );
  const { rerender } = render(as(user));
  return { arrive, isLeaving: () => router.state.navigation.state === 'loading', as, rerender };
}

test('Whoever signs in keeps the login page, and what it says, until the dashboard is there', async () => {
  const { arrive, isLeaving, as, rerender } = openLogin(null);
  rerender(as(pat));
  await waitFor(() => expect(isLeaving()).toBe(true));
  expect(screen.getByText('Login page')).toBeDefined();
  arrive();
  await screen.findByText('Dashboard');
  expect(screen.queryByText('Login page')).toBeNull();
});

test('Whoever is signed in already is led on without seeing the login page', async () => {
  const { arrive, isLeaving } = openLogin(pat);
  await waitFor(() => expect(isLeaving()).toBe(true));
  expect(screen.queryByText('Login page')).toBeNull();
  arrive();
  await screen.findByText('Dashboard');
});

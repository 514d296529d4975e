// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { User } from '#contract/accounts.ts';
import { InApp } from '#test/render.tsx';
import { SessionContext } from '#web/session/session.api.ts';
import { AdminOnly, SignedInOnly, SignedOutOnly } from './guards.tsx';

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

/** A screen behind a guard, as whoever this is finds it. */
function openGuarded(Guard: typeof SignedInOnly, user: User | null, loading = false) {
  const router = createMemoryRouter(
    [
      { element: <Guard />, children: [{ path: '/guarded', element: <p>Guarded</p> }] },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/guarded'] },
  );
  const { container } = render(
    <SessionContext value={{ user, loading, ended: false, enter: vi.fn(), signOut: vi.fn() }}>
      <InApp>
        <RouterProvider router={router} />
      </InApp>
    </SessionContext>,
  );
  return { shown: () => container.textContent, address: () => router.state.location.pathname };
}

test('Nothing is drawn, and nobody led away, until the stored session has been checked', () => {
  const { shown, address } = openGuarded(SignedInOnly, null, true);
  expect([shown(), address()]).toEqual(['', '/guarded']);
});

test.each([
  ['Without a session', SignedInOnly, null, '/login'],
  ['As a partner', AdminOnly, pat, '/dashboard'],
] as const)('%s a screen that is not for them leads elsewhere', (_, guard, user, target) => {
  const { shown, address } = openGuarded(guard, user);
  expect([shown(), address()]).toEqual(['Elsewhere', target]);
});

test.each([
  ['Whoever is signed in', SignedInOnly, pat],
  ['An administrator', AdminOnly, { ...pat, role: 'admin' }],
] as const)('%s sees the screen', (_, guard, user) => {
  expect(openGuarded(guard, user).shown()).toBe('Guarded');
});

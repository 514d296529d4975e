// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { InApp } from '#test/render.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { ErrorInLayout } from './PageNotLoaded.tsx';

const layout = async () => ({
  Component: () => (
    <>
      <nav>Menu</nav>
      <Outlet />
    </>
  ),
});

/** The parts of the app's routes that an error passes on its way up. */
function open({ loadLayout = layout, load }: { loadLayout?: typeof layout; load: () => never }) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const screenRoute = { path: '/', lazy: async () => load() };
  const router = createMemoryRouter([
    {
      errorElement: <ErrorPage />,
      HydrateFallback: () => null,
      children: [
        {
          lazy: loadLayout,
          children: [{ errorElement: <ErrorInLayout />, children: [screenRoute] }],
        },
      ],
    },
  ]);
  render(
    <InApp>
      <RouterProvider router={router} />
    </InApp>,
  );
}

const fail = (message: string) => (): never => {
  throw new TypeError(message);
};
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent;

test.each([
  'Failed to fetch dynamically imported module: https://portal.example/assets/ApiPage-1.js',
  'error loading dynamically imported module: https://portal.example/assets/ApiPage-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/ApiPage-1.css',
])('A screen whose code did not arrive says so beside the menu: %s', async (message) => {
  open({ load: fail(message) });
  expect(await title()).toBe('This page could not be loaded');
  expect(screen.getByText('Check your internet connection and try again.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(screen.getByText('Menu')).toBeDefined();
});

test('A layout whose code did not arrive says so in its place', async () => {
  const load = fail('Importing a module script failed.');
  open({ loadLayout: async () => load(), load });
  expect(await title()).toBe('This page could not be loaded');
  expect(screen.getByRole('main')).toBeDefined();
});

/** spec §2 */
test('A fault shows the error page', async () => {
  open({ load: fail('Cannot read properties of null') });
  expect(await title()).toBe('Unexpected Application Error!');
  expect(screen.queryByText('Menu')).toBeNull();
});

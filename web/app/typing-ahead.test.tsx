// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { InApp } from '#test/render.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { hearEarlyKeys } from './early-keys.ts';
import { useShortcuts } from './use-shortcuts.ts';

const search = vi.fn();
beforeEach(() => void search.mockReset());

function Frame() {
  useShortcuts(() => {});
  return (
    <>
      <Link to="/leads">Leads</Link>
      <Link to="/account">Account</Link>
      <main>
        <Outlet />
      </main>
    </>
  );
}

function List({ name }: { name: string }) {
  const onSearch = (text: string) => search(name, text);
  return <SearchBox label={name} placeholder="" value="" onSearch={onSearch} />;
}

/** Somebody who stands at `path`; the code of the leads and of the account comes with `arrive`. */
function open(path: string) {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const later = (element: React.ReactNode) => async () => {
    await held;
    return { element };
  };
  const children = [
    { path: '/dashboard', element: null },
    { path: '/live', element: <List name="Live" /> },
    { path: '/leads/upload', element: null },
    { path: '/leads', lazy: later(<List name="Leads" />) },
    { path: '/account', lazy: later('Your account') },
  ];
  const router = createMemoryRouter([{ element: <Frame />, children }], { initialEntries: [path] });
  render(
    <InApp>
      <RouterProvider router={router} />
    </InApp>,
  );
  return { user: userEvent.setup({ delay: null }), arrive: () => act(async () => arrive()) };
}

test.each(['/leads/upload', '/dashboard', '/live'])(
  'Who leaves %s for the leads and types ahead searches them',
  async (path) => {
    const { user, arrive } = open(path);
    await user.click(screen.getByRole('link', { name: 'Leads' }));
    await user.keyboard('/row 4{Enter}');
    expect(search).not.toHaveBeenCalled();
    await arrive();
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Leads' });
    await waitFor(() => expect(search.mock.calls).toEqual([['Leads', 'row 4']]));
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('row 4');
  },
);

test('From the dashboard / alone leads to the search of the leads, with what is typed after it', async () => {
  const { user, arrive } = open('/dashboard');
  await user.keyboard('/row 4{Enter}');
  await arrive();
  await waitFor(() => expect(search.mock.calls).toEqual([['Leads', 'row 4']]));
});

test.each(['/live', '/dashboard'])(
  'What is typed before %s, opened by its address, is there searches as soon as it is',
  async (path) => {
    hearEarlyKeys();
    await userEvent.setup({ delay: null }).keyboard('/row 4{Enter}');
    const { arrive } = open(path);
    await arrive();
    const name = path === '/live' ? 'Live' : 'Leads';
    await waitFor(() => expect(search.mock.calls).toEqual([[name, 'row 4']]));
  },
);

test('On the page where one signs in no key is kept, and on the first screen none is heard twice', () => {
  hearEarlyKeys();
  history.replaceState(null, '', '/login');
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true);
  history.replaceState(null, '', '/');
  open('/leads/upload');
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true);
});

test('Whoever clicks on something else meanwhile is not taken to the search', async () => {
  const { user, arrive } = open('/leads/upload');
  await user.click(screen.getByRole('link', { name: 'Leads' }));
  await user.keyboard('/row');
  fireEvent.pointerDown(screen.getByRole('main'));
  await arrive();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Leads' });
  expect(document.activeElement).not.toBe(field);
  expect(field.value).toBe('');
});

test('On a screen without a search what was typed ahead is forgotten, and the keys are its own', async () => {
  const { user, arrive } = open('/leads/upload');
  await user.click(screen.getByRole('link', { name: 'Account' }));
  await user.keyboard('/row');
  expect(fireEvent.keyDown(document.body, { key: 's' })).toBe(false);
  await arrive();
  await screen.findByText('Your account');
  await waitFor(() => expect(fireEvent.keyDown(document.body, { key: 's' })).toBe(true));
});

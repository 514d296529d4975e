// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { undoSeconds } from '#contract/limits.ts';
import { InApp, toasts } from '#test/render.tsx';
import { sessionStore } from '#web/lib/session-store.ts';
import { toast, undoNewest } from '#web/lib/toasts.ts';
import { ToastList } from './ToastList.tsx';

const screenOf = (small: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: small,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
afterEach(() => vi.unstubAllGlobals());

const placesOf = (message: string) =>
  screen
    .getAllByText(message)
    .map((toast) => toast.closest('[data-position]')?.getAttribute('data-position'));
const longUndo = { undo: () => {}, milliseconds: undoSeconds * 1000 };

test.each([
  ['a small screen', true, {}, 'bottom-center'],
  ['a small screen, for as long as it can be undone,', true, longUndo, 'bottom-center'],
  ['a wide screen', false, longUndo, 'bottom-right'],
])(
  'A toast on %s stands where it covers nothing that is worked on: %s %o %s',
  (_, small, options, place) => {
    screenOf(small);
    render(
      <InApp>
        <ToastList />
      </InApp>,
    );
    act(() => toast.success('10 leads: Contacted', options));
    expect(placesOf('10 leads: Contacted')).toEqual([place]);
  },
);

const typeInto = () => screen.getByRole('textbox').focus();

test.each([
  ['one that soon goes stands at its head', {}, 'top-center'],
  ['one that stays waits at the foot', longUndo, 'bottom-center'],
])(
  'While somebody types on a small screen, whose keyboard is over its foot, %s: %o %s',
  async (_, options, place) => {
    screenOf(true);
    render(
      <InApp>
        <input />
        <ToastList />
      </InApp>,
    );
    typeInto();
    act(() => toast.success('Saved', options));
    expect(placesOf('Saved')).toEqual([place]);
  },
);

test('One that came while somebody typed goes to the foot with the field', async () => {
  screenOf(true);
  const form = (field: boolean) => (
    <InApp>
      {field && <input />}
      <ToastList />
    </InApp>
  );
  const { rerender } = render(form(true));
  typeInto();
  act(() => toast.success('Lead has been added successfully'));
  expect(placesOf('Lead has been added successfully')).toEqual(['top-center']);
  rerender(form(false));
  await waitFor(() =>
    expect(placesOf('Lead has been added successfully')).toEqual(['bottom-center']),
  );
});

test.each(['signed out', 'ended'] as const)(
  'Once a session has %s, nobody reads what its user was told, nor takes back what they did',
  (reason) => {
    screenOf(false);
    sessionStore.begin('access', 'refresh');
    render(
      <InApp>
        <ToastList />
      </InApp>,
    );
    const undo = vi.fn();
    act(() => toast.success('Acme Ltd: Live', { ...longUndo, undo }));
    act(() => sessionStore.clear(reason));
    expect(toasts()).toEqual([]);
    undoNewest();
    expect(undo).not.toHaveBeenCalled();
  },
);

// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { undoSeconds } from '#contract/limits.ts';
import { InApp } from '#test/render.tsx';
import { toast } from '#web/lib/toasts.ts';
import { ToastList } from './ToastList.tsx';

const screenOf = (small: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: small,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
afterEach(() => vi.unstubAllGlobals());

const placeOf = (message: string) =>
  screen.getByText(message).closest('[data-position]')?.getAttribute('data-position');
const longUndo = { undo: () => {}, milliseconds: undoSeconds * 1000 };

test.each([
  ['a small screen', true, {}, 'top-center'],
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
    expect(placeOf('10 leads: Contacted')).toBe(place);
  },
);

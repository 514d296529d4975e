// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InApp, toasts } from '#test/render.tsx';
import { ToastList } from '#web/app/ToastList.tsx';
import { toast } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** spec §9 */
test.each([
  ['A success', 5, () => toast.success('What happened')],
  ['A failure', 5, () => toast.error('What happened')],
  ['A warning', 5, () => toast.warning('Careful', 'What happened')],
  ['A deletion or a copy', 3, () => toast.brief('What happened')],
])('%s is shown for %i seconds, and then goes', async (_, seconds, show) => {
  render(
    <InApp>
      <ToastList />
    </InApp>,
  );
  await act(async () => show());
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000 - 1));
  expect(screen.queryByText('What happened')).not.toBeNull();
  expect(toasts()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(toasts()).toEqual([]);
});

test('Only a failure interrupts whoever reads by ear', async () => {
  render(
    <InApp>
      <ToastList />
    </InApp>,
  );
  await act(async () => {
    toast.error('It failed');
    toast.success('It worked');
  });
  expect(screen.getByRole('alert').textContent).toBe('ErrorIt failed');
  expect(screen.getByRole('status').textContent).toBe('SuccessIt worked');
});

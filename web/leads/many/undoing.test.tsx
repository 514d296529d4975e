// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { heldAnswer } from '#test/fake-server.ts';
import { InApp, toasts } from '#test/render.tsx';
import { ToastList } from '#web/app/ToastList.tsx';
import { undoNewest } from '#web/lib/toasts.ts';
import { bar, lead, open, type Replies } from './many.fixture.tsx';
import { withUndoToast } from './undo-toast.tsx';

afterEach(() => void vi.useRealTimers());

const undoCall = 'POST /api/leads/bulk/way-back/undo';
const patiently = { timeout: 5_000 };
const putBack = { json: { count: 2_000, left: 0 } };

async function openChanged(replies: Replies) {
  const opened = await open({
    'POST /api/leads/bulk': { json: { count: 2_000, undo_id: 'way-back' } },
    ...replies,
  });
  await opened.user.click(lead('Alpha'));
  (await bar()).getByRole('button', { name: 'Set status' }).focus();
  await opened.user.keyboard('{Enter}contacted{Enter}');
  await waitFor(() => expect(toasts()).toHaveLength(1));
  return opened;
}

test('An undo that takes its time says how far it is, in one toast that stays until it is done', async () => {
  const held = heldAnswer(putBack);
  let done = 0;
  await openChanged({
    [undoCall]: held.reply,
    'GET /api/leads/bulk/progress': ({ query }) => {
      expect(query.change_id).toBe('way-back');
      done += 500;
      return { json: { done, total: 2_000 } };
    },
  });
  render(
    <InApp>
      <ToastList />
    </InApp>,
  );
  undoNewest();
  const message = await screen.findByText('Putting 2,000 leads back');
  const toast = message.closest<HTMLElement>('[role="status"]') ?? expect.fail('not read out');
  const progress = within(toast).getByRole<HTMLProgressElement>('progressbar', {
    name: 'Progress of the undo',
  });
  expect([progress.value, progress.max]).toEqual([0, 2_000]);
  await waitFor(() => expect(progress.value).toBe(500), patiently);
  expect(progress.getAttribute('aria-valuetext')).toBe('500 of 2,000');
  // Read out with every step it would talk over everything else.
  expect(within(toast).getByText('500 of 2,000').getAttribute('aria-hidden')).toBe('true');
  expect(message.isConnected).toBe(true);
  expect(toasts()).toMatchObject([{ title: 'Undoing', seconds: 0 }]);
  held.release();
  await waitFor(() => expect(toasts()).toMatchObject([{ message: '2,000 leads put back' }]));
});

test('An undo that takes less than 150 ms tells only that it is done', async () => {
  vi.useFakeTimers();
  let finish = (_: string) => {};
  const work = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const undone = withUndoToast(2_000, () => work);
  vi.advanceTimersByTime(149);
  expect(toasts()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(toasts()).toMatchObject([{ title: 'Undoing' }]);
  finish('done');
  expect(await undone).toBe('done');
  expect(toasts()).toEqual([]);
  await withUndoToast(2, async () => {});
  vi.advanceTimersByTime(150);
  expect(toasts()).toEqual([]);
});

test('What is asked while an undo waits for its turn does not set it back to nothing', async () => {
  const held = heldAnswer(putBack);
  let asked = 0;
  await openChanged({
    [undoCall]: held.reply,
    'GET /api/leads/bulk/progress': () => {
      asked++;
      return { json: { done: 0, total: 0 } };
    },
  });
  render(
    <InApp>
      <ToastList />
    </InApp>,
  );
  undoNewest();
  const progress = await screen.findByRole<HTMLProgressElement>('progressbar');
  await waitFor(() => expect(asked).toBeGreaterThan(0), patiently);
  expect(progress.max).toBe(2_000);
  held.release();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

const another = 'Another change of many leads is under way. Please wait until it is done.';
test.each([
  [
    'no connection' as const,
    'No answer came. The leads may be put back all the same: Undo asks again.',
  ],
  [{ status: 500 }, 'The change could not be undone'],
  [{ status: 429, json: { error: another } }, another],
  [{ status: 503, json: { error: 'The portal is busy' } }, 'The portal is busy'],
])('An undo that is answered with %j says %s and leaves the way back', async (failure, message) => {
  let tries = 0;
  await openChanged({
    [undoCall]: () => {
      if (++tries > 1) return putBack;
      if (failure === 'no connection') throw new TypeError('Failed to fetch');
      return failure;
    },
  });
  undoNewest();
  await waitFor(() => expect(toasts().at(-1)).toMatchObject({ message: { props: { message } } }));
  undoNewest();
  await waitFor(() => expect(toasts().at(-1)?.message).toBe('2,000 leads put back'));
});

test.each([404, 409])('An undo that is refused with %i has no way back', async (status) => {
  await openChanged({ [undoCall]: { status, json: { error: 'Too late' } } });
  undoNewest();
  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Error', message: 'Too late' }]));
});

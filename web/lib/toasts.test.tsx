// @vitest-environment happy-dom
import { notificationsStore } from '@mantine/notifications';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InApp, toasts } from '#test/render.tsx';
import { ToastList } from '#web/app/ToastList.tsx';
import { sessionStore } from './session-store.ts';
import { toast } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  render(
    <InApp>
      <button type="button">Worked on</button>
      <button type="button">Changed</button>
      <ToastList />
    </InApp>,
  );
}
const messages = () => toasts().map(({ message }) => message);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('News is coloured as neither success nor failure, and takes the place of older news of the same', () => {
  toast.success('Done', { about: 'it' });
  toast.news('Nothing to do', 'It was so', { about: 'it' });
  const { notifications: shown } = notificationsStore.getState();
  expect(shown).toMatchObject([{ title: 'Nothing to do', color: 'gray' }]);
});

/** spec §9 */
test.each([
  ['A success', 5, () => toast.success('What happened')],
  ['A failure', 5, () => toast.error('What happened')],
  ['A warning', 5, () => toast.warning('Careful', 'What happened')],
  ['News', 5, () => toast.news('Nothing to do', 'What happened', { about: 'it' })],
  ['A deletion or a copy', 3, () => toast.brief('What happened')],
])('%s is shown for %i seconds, and then goes', async (_, seconds, show) => {
  open();
  await act(async () => show());
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000 - 1));
  expect(screen.queryByText('What happened')).not.toBeNull();
  expect(toasts()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(toasts()).toEqual([]);
});

test.each(['ended', 'signed out'] as const)(
  'What fails once a session has %s is not told; anything else is, and failures of the next session',
  (over) => {
    sessionStore.clear(over);
    toast.error('Failed to load leads. Please try again.');
    expect(messages()).toEqual([]);
    toast.success('Token copied to clipboard');
    sessionStore.begin('access', 'refresh');
    toast.error('An error occurred');
    expect(messages()).toEqual(['Token copied to clipboard', 'An error occurred']);
  },
);

test('Only a failure interrupts whoever reads by ear', async () => {
  open();
  await act(async () => {
    toast.error('It failed');
    toast.success('It worked');
  });
  expect(screen.getByRole('alert').textContent).toBe('ErrorIt failed');
  expect(screen.getByRole('status').textContent).toBe('SuccessIt worked');
});

test('The same one again replaces itself, and stays its full time', async () => {
  open();
  await act(async () => toast.error('It failed'));
  await pass(3000);
  await act(async () => toast.error('It failed'));
  expect(messages()).toEqual(['It failed']);
  await pass(4999);
  expect(messages()).toEqual(['It failed']);
  await pass(1);
  expect(messages()).toEqual([]);
});

test('A later one about the same thing takes the place of the earlier one', async () => {
  open();
  await act(async () => {
    toast.success('Acme: Open', { about: 'status of Acme' });
    toast.success('Other: Open', { about: 'status of Other' });
    toast.success('Acme: Live', { about: 'status of Acme' });
  });
  expect(messages()).toEqual(['Other: Open', 'Acme: Live']);
});

test('What says the same replaces itself whatever it is about, unless it failed or can be taken back', async () => {
  open();
  await act(async () => {
    for (const about of ['one form', 'the next']) toast.success('Saved', { about });
  });
  expect(messages()).toEqual(['Saved']);
  await act(async () => {
    for (const about of ['Acme', 'Other']) toast.error('It failed', { about });
  });
  expect(messages()).toEqual(['Saved', 'It failed', 'It failed']);
  await act(async () => toast.clear('Acme'));
  expect(messages()).toEqual(['Saved', 'It failed']);
  await act(async () => {
    for (const about of ['Acme', 'Other']) toast.success('Deleted', { about, undo: vi.fn() });
  });
  expect(screen.getAllByText('Deleted')).toHaveLength(2);
});

test('Three stand at most; the oldest makes room', async () => {
  open();
  await act(async () => {
    for (const message of ['one', 'two', 'three', 'four', 'five']) toast.success(message);
  });
  expect(messages()).toEqual(['three', 'four', 'five']);
  expect(screen.getAllByRole('status')).toHaveLength(3);
});

describe('a toast that can be taken back', () => {
  const undoButton = () => screen.getByRole('button', { name: 'Undo' });

  test('is taken back once, by its button, and gives the focus back', async () => {
    const undo = vi.fn();
    open();
    screen.getByRole('button', { name: 'Worked on' }).focus();
    await act(async () => toast.success('Acme: Live', { undo }));
    expect(screen.getByRole('status').textContent).toBe('SuccessAcme: LiveUndo');
    await act(async () => undoButton().focus());
    await act(async () => undoButton().click());
    expect(undo).toHaveBeenCalledOnce();
    expect(toasts()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Worked on' }));
  });

  test.each(['Worked on', 'body'])(
    'leads to what was taken back unless somebody works elsewhere: from %s',
    async (focused) => {
      open();
      const [worked, changed] = [
        screen.getByRole('button', { name: 'Worked on' }),
        screen.getByRole('button', { name: 'Changed' }),
      ];
      if (focused === 'Worked on') worked.focus();
      await act(async () =>
        toast.success('Acme: Live', { undo: vi.fn(), focusAfter: () => changed }),
      );
      // As in browsers that give a button that is clicked no focus.
      await act(async () => undoButton().click());
      expect(document.activeElement).toBe(focused === 'body' ? changed : worked);
    },
  );

  test('stays while its button has the focus, and its full time after that', async () => {
    open();
    await act(async () => toast.success('Acme: Live', { undo: vi.fn() }));
    await pass(4000);
    await act(async () => undoButton().focus());
    await pass(60_000);
    expect(toasts()).toHaveLength(1);
    await act(async () => screen.getByRole('button', { name: 'Worked on' }).focus());
    await pass(4999);
    expect(toasts()).toHaveLength(1);
    await pass(1);
    expect(toasts()).toEqual([]);
  });

  test('is taken back with Ctrl+Z, the newest first, and only while it stands', async () => {
    const undone: string[] = [];
    open();
    await act(async () => {
      toast.success('First', { undo: () => undone.push('First') });
      toast.success('Second', { undo: () => undone.push('Second') });
      toast.success('Nothing to take back');
    });
    const press = () =>
      act(async () => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }));
    await press();
    expect(undone).toEqual(['Second']);
    await pass(5000);
    await press();
    expect(undone).toEqual(['Second']);
  });
});

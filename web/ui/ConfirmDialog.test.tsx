// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const text = { title: 'Cut it', question: 'Cut the tree?', confirm: 'Cut' };

/** A button that asks before it does something, in no table. */
function Tree({ cut }: { cut: (close: () => void) => Promise<void> }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Tree
      </button>
      <ConfirmDialog opened={opened} {...text} onConfirm={() => cut(close)} onClose={close} />
    </>
  );
}

test('Two presses at once confirm once', async () => {
  const cut = vi.fn(async (close: () => void) => close());
  const { user } = renderScreen(<Tree cut={cut} />);
  await user.click(button('Tree'));
  const confirm = await screen.findByRole('button', { name: 'Cut' });
  await act(async () => {
    confirm.click();
    confirm.click();
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(cut).toHaveBeenCalledTimes(1);
});

test('A press while the dialog fades confirms nothing', () => {
  const cut = vi.fn(async () => {});
  const dialog = (opened: boolean) => (
    <MantineProvider>
      <ConfirmDialog opened={opened} {...text} onConfirm={cut} onClose={() => {}} />
    </MantineProvider>
  );
  const { rerender } = render(dialog(true));
  rerender(dialog(false));
  fireEvent.click(button('Cut'));
  expect(cut).not.toHaveBeenCalled();
});

/** Drawn in what would take the focus instead of the button. */
const drawInRecord = (cut: (close: () => void) => Promise<void>) =>
  renderScreen(
    <section data-record aria-label="Garden">
      <Tree cut={cut} />
    </section>,
  );
const record = () => screen.getByRole('region', { name: 'Garden' });

test('What failed and is then left goes back to the button that asked for it', async () => {
  const { user } = drawInRecord(async () => {});
  await user.click(button('Tree'));
  await user.click(await screen.findByRole('button', { name: 'Cut' }));
  await user.click(button('Cancel'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button('Tree')));
});

test.each([
  ['is done', async (close: () => void) => close()],
  ['is left by Escape while it is under way', () => new Promise<void>(() => {})],
])('What was confirmed and %s asks no more at the next Enter', async (_, cut) => {
  const { user } = drawInRecord(cut);
  await user.click(button('Tree'));
  (await screen.findByRole('button', { name: 'Cut' })).focus();
  await user.keyboard('{Enter}{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(record()));
  await user.keyboard('{Enter}{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { PanelButton } from './PanelButton.tsx';

function open(load = async (): Promise<unknown> => undefined) {
  return renderScreen(
    <PanelButton label="Filters" text="Filters" icon={null} width={200} load={load}>
      {() => <button type="button">Done</button>}
    </PanelButton>,
  );
}
const opener = () => screen.getByRole('button', { name: 'Filters' });

test('Escape pressed before the panel is there keeps it from coming', async () => {
  const { user } = open();
  opener().focus();
  await user.keyboard('{Enter}{Escape}');
  expect(opener().getAttribute('aria-expanded')).toBe('false');
  await import('./FloatingPanel.tsx');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Escape in the panel closes it and gives the focus back', async () => {
  const { user } = open();
  await user.click(opener());
  const dialog = await screen.findByRole('dialog', { name: 'Filters' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test.each([
  ['the pointer comes near', (user: ReturnType<typeof open>['user']) => user.hover(opener())],
  ['the focus comes', async () => opener().focus()],
])('What the panel holds is loaded as soon as %s', async (_, approach) => {
  const load = vi.fn(async () => undefined);
  const { user } = open(load);
  expect(load).not.toHaveBeenCalled();
  await approach(user);
  expect(load).toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('The panel opens once what it holds is here', async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { user } = open(() => arrival);
  await user.click(opener());
  await import('./FloatingPanel.tsx');
  expect(opener().getAttribute('aria-expanded')).toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
  arrive();
  await screen.findByRole('dialog', { name: 'Filters' });
});

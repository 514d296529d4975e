// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { PanelButton } from './PanelButton.tsx';

function open() {
  return renderScreen(
    <PanelButton label="Filters" text="Filters" icon={null} width={200}>
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

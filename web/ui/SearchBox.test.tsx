// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { SearchBox } from './SearchBox.tsx';

test('Enter searches, and the Enter of an input method does not', async () => {
  const onSearch = vi.fn();
  const { user } = renderScreen(
    <SearchBox label="Search" placeholder="" value="" onSearch={onSearch} />,
  );
  const field = screen.getByRole('textbox', { name: 'Search' });
  await user.type(field, ' とう ');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(onSearch).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onSearch.mock.calls).toEqual([['とう']]);
});

test('Escape leaves the field for the screen, and stays where something is typed that was not searched for', async () => {
  const { user } = renderScreen(
    <main id="main" tabIndex={-1}>
      <SearchBox label="Search" placeholder="" value="acme" onSearch={() => {}} />
    </main>,
  );
  const field = screen.getByRole('textbox', { name: 'Search' });
  await user.type(field, ' ltd{Escape}');
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Backspace>4/}{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { InApp } from '#test/render.tsx';
import { SearchableFilter } from './SearchableFilter.tsx';

/** The code of the list stays away until the test lets it come. */
const code = vi.hoisted(() => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrival, arrive };
});
vi.mock('./FilterPanel.tsx', async (original) => {
  await code.arrival;
  return original();
});

const all = { value: '', label: 'All Partners' };
const nora = { value: '2', label: 'Nora Lindqvist' };
const field = () => screen.getByRole<HTMLInputElement>('combobox');

function filterOf(options: (typeof all)[], loading: boolean, onChange = vi.fn()) {
  return (
    <InApp>
      <SearchableFilter
        label="Filter by partner"
        options={options}
        value=""
        shown="All Partners"
        onChange={onChange}
        loading={loading}
        nothingFound="No partners found"
      />
    </InApp>
  );
}

test('What is typed before the code of the list is here is kept, and Enter already takes it', async () => {
  const onChange = vi.fn();
  render(filterOf([all, nora], false, onChange));
  const user = userEvent.setup({ delay: null });
  await user.click(field());
  await user.keyboard('nor');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field().value).toBe('nor');
  code.arrive();
  await screen.findByRole('listbox');
  expect(field().value).toBe('nor');
  expect(document.activeElement).toBe(field());
  await user.keyboard('a{Enter}');
  expect(onChange.mock.calls).toEqual([['2']]);
});

test('Enter pressed before the partners are here takes the first match once they are', async () => {
  code.arrive();
  const onChange = vi.fn();
  const { rerender } = render(filterOf([all], true, onChange));
  const user = userEvent.setup({ delay: null });
  await user.click(field());
  await user.keyboard('nora');
  expect(await screen.findByText('Loading...')).toBeDefined();
  await user.keyboard('{Enter}');
  expect(onChange).not.toHaveBeenCalled();
  rerender(filterOf([all, nora], false, onChange));
  expect(onChange.mock.calls).toEqual([['2']]);
});

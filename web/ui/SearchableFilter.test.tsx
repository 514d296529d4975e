// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { InApp } from '#test/render.tsx';
import { SearchableFilter } from './SearchableFilter.tsx';

const options = [
  { value: '', label: 'All Partners' },
  { value: '1', label: 'Amara Okafor' },
  { value: '2', label: 'Nora Lindqvist' },
  { value: '3', label: 'Tomás Herrera' },
  { value: 'unknown', label: 'Unknown Partner' },
];
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter by partner' });
const names = () => screen.queryAllByRole('option').map((option) => option.textContent);
const highlighted = () =>
  field().value.slice(field().selectionStart ?? 0, field().selectionEnd ?? 0);
const pointedAt = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

function Filter({ first, onChange }: { first: string; onChange: (value: string) => void }) {
  const [value, setValue] = useState(first);
  return (
    <SearchableFilter
      label="Filter by partner"
      options={options}
      value={value}
      shown={options.find((option) => option.value === value)?.label ?? ''}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
      loading={false}
      nothingFound="No partners found"
    />
  );
}

function open(first = '') {
  const onChange = vi.fn<(value: string) => void>();
  render(
    <InApp>
      <Filter first={first} onChange={onChange} />
      <button type="button">Elsewhere</button>
    </InApp>,
  );
  return { user: userEvent.setup({ delay: null }), onChange };
}

test('A click highlights what stands there, so that typing replaces it and searches', async () => {
  const { user } = open();
  await user.click(field());
  expect(highlighted()).toBe('All Partners');
  await screen.findByRole('listbox');
  expect(names()).toEqual(options.map(({ label }) => label));
  await user.keyboard('nora');
  expect(field().value).toBe('nora');
  expect(names()).toEqual(['Nora Lindqvist']);
});

test('Letters that land behind the name are the search all the same', async () => {
  const { user } = open();
  await user.click(field());
  field().setSelectionRange(12, 12);
  await user.keyboard('nora');
  expect(field().value).toBe('nora');
});

test('What is chosen already is not chosen anew: a list would begin at its first page again', async () => {
  const { user, onChange } = open('2');
  await user.click(field());
  await user.click(await screen.findByRole('option', { name: 'Nora Lindqvist' }));
  await user.click(field());
  await user.keyboard('nora{Enter}');
  expect(field().value).toBe('Nora Lindqvist');
  expect(onChange).not.toHaveBeenCalled();
});

test('Enter takes the first match', async () => {
  const { user, onChange } = open();
  await user.tab();
  await user.keyboard('TOMAS{Enter}');
  expect(onChange.mock.calls).toEqual([['3']]);
  expect(field().value).toBe('Tomás Herrera');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(field());
});

test('Arrow keys go through the list and around its ends', async () => {
  const { user, onChange } = open('2');
  await user.tab();
  expect(highlighted()).toBe('Nora Lindqvist');
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('listbox');
  expect(pointedAt()).toBe('Nora Lindqvist');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(pointedAt()).toBe('Unknown Partner');
  await user.keyboard('{ArrowDown}');
  expect(pointedAt()).toBe('All Partners');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(onChange.mock.calls).toEqual([['unknown']]);
});

test.each([
  ['Escape', async (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  ['leaving', async (user: ReturnType<typeof userEvent.setup>) => user.tab()],
  [
    'a click elsewhere',
    async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button')),
  ],
])('What was typed is forgotten by %s, and the old choice is back', async (_, leave) => {
  const { user, onChange } = open('1');
  await user.click(field());
  await user.keyboard('nor');
  await screen.findByRole('listbox');
  await leave(user);
  expect(field().value).toBe('Amara Okafor');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});

test('After Escape the next letters search anew', async () => {
  const { user, onChange } = open('1');
  await user.click(field());
  await user.keyboard('nor{Escape}');
  expect(highlighted()).toBe('Amara Okafor');
  await user.keyboard('tom{Enter}');
  expect(onChange.mock.calls).toEqual([['3']]);
});

test('What nobody is called is said to be found nowhere, and Enter takes nothing', async () => {
  const { user, onChange } = open('1');
  await user.click(field());
  await user.keyboard('nobody');
  expect(await screen.findByText('No partners found')).toBeDefined();
  await user.keyboard('{Enter}');
  expect(onChange).not.toHaveBeenCalled();
  expect(field().value).toBe('nobody');
});

test('What is chosen is marked, and a click chooses another', async () => {
  const { user, onChange } = open('1');
  await user.click(field());
  expect((await screen.findByRole('option', { selected: true })).textContent).toBe('Amara Okafor');
  await user.click(screen.getByRole('option', { name: 'Unknown Partner' }));
  expect(onChange.mock.calls).toEqual([['unknown']]);
  expect(field().value).toBe('Unknown Partner');
});

test('What the arrows had marked before another letter came is not what Enter takes', async () => {
  const { user, onChange } = open();
  await user.click(field());
  await user.type(field(), 'a{ArrowDown}{ArrowDown}m{Enter}');
  expect(onChange.mock.calls).toEqual([['1']]);
});

test.each([0, 4, 12])('Letters typed into the name at place %i are the search', async (place) => {
  const { user, onChange } = open();
  await user.click(field());
  field().setSelectionRange(place, place);
  await user.keyboard('nora{Enter}');
  expect(onChange.mock.calls).toEqual([['2']]);
});

test('What is typed stays while another window has the focus, and goes with the focus of this one', async () => {
  const { user } = open();
  await user.tab();
  await user.keyboard('nora');
  // A window that goes to the back leaves its focus where it is.
  fireEvent.blur(field());
  expect(document.activeElement).toBe(field());
  expect([field().value, names()]).toEqual(['nora', ['Nora Lindqvist']]);
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(field().value).toBe('All Partners');
});

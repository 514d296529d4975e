// @vitest-environment happy-dom
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  button,
  field,
  open,
  openChoices,
  options,
  pointedAt,
  statusesSent,
} from './ChangeableStatus.fixture.tsx';

test('The choices open below a search field, under their groups, with the present one marked', async () => {
  await openChoices();
  const dialog = screen.getByRole('dialog', { name: 'Change status of Acme Ltd' });
  const groups = within(dialog).getAllByRole('group');
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
    'In Progress',
    'Live',
    'Unqualified',
    'Application Sent',
    'Application Submitted',
  ]);
  expect(options()).toHaveLength(14);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Contacted');
  expect(pointedAt()).toBe('Contacted');
  expect(button().getAttribute('aria-expanded')).toBe('true');
});

const statusNew = () => screen.getByRole('option', { name: 'New' });

test('The list of an old lead says what its badge makes of New', async () => {
  await openChoices({ status: 'new', created_at: '2020-01-02T03:04:05Z' });
  expect(button().textContent).toBe('In Progress');
  expect(statusNew().getAttribute('aria-selected')).toBe('true');
  const described = document.getElementById(statusNew().getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('shown as In Progress after 3 days');
  expect(screen.getAllByText(/shown as/)).toHaveLength(1);
});

test('The list of a fresh lead says nothing beside New, which its badge shows', async () => {
  await openChoices({ status: 'new' });
  expect(statusNew().textContent).toBe('New');
});

test.each([
  ['closed lost', 'closed lost'],
  ['live', 'live'],
  ['LIVE', 'LIVE'],
  ['in_progress', 'in_progress'],
  ['waiting for legal', 'waiting for legal'],
])('Typing %s and Enter sets exactly that', async (typed, status) => {
  const { user, calls } = await openChoices();
  await user.keyboard(typed);
  expect(statusesSent(calls)).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(statusesSent(calls)).toEqual([status]));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(button());
});

test('A status that the arrow keys went to is stored as the list has it', async () => {
  const { user, calls } = await openChoices();
  await user.keyboard('LIVE{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(() => expect(statusesSent(calls)).toEqual(['live']));
});

test.each([
  ['c', 'losed lost', 'closed lost'],
  ['L', 'ive', 'Live'],
  ['é', 'tude', 'étude'],
])(
  'The letter %s on the badge opens the choices and is the first of what is typed',
  async (letter, rest, status) => {
    const { user, calls } = open();
    button().focus();
    await user.keyboard(letter + rest);
    expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe(letter + rest);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(statusesSent(calls)).toEqual([status]));
  },
);

test('A letter on the badge is nothing else, as no shortcut', async () => {
  open();
  const press = createEvent.keyDown(button(), { key: 'c' });
  fireEvent(button(), press);
  expect(press.defaultPrevented).toBe(true);
});

test.each([
  [{ key: 'c', ctrlKey: true }],
  [{ key: 'c', metaKey: true }],
  [{ key: 'c', altKey: true }],
  [{ key: '/' }],
  [{ key: '?' }],
  [{ key: 'Escape' }],
])('%j on the badge opens nothing', (key) => {
  open();
  expect(fireEvent.keyDown(button(), key)).toBe(true);
  expect(button().getAttribute('aria-expanded')).toBe('false');
});

test('What is typed filters by status and by group, and is offered as a status of its own', async () => {
  const { user } = await openChoices();
  await user.keyboard('unqual');
  expect(options()).toEqual(['Closed Lost', 'Unqualified', "Set to 'unqual'"]);
  expect(pointedAt()).toBe('Unqualified');
});

test('Arrow keys move, and a click chooses', async () => {
  const { user, calls } = await openChoices();
  await user.keyboard('{ArrowDown}');
  expect(pointedAt()).toBe('Connected');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(pointedAt()).toBe('Attempted to Contact');
  await user.click(screen.getByRole('option', { name: 'Application Sent' }));
  await waitFor(() => expect(statusesSent(calls)).toEqual(['application sent']));
});

test('Enter on the present status changes nothing', async () => {
  const { user, calls } = await openChoices();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(statusesSent(calls)).toEqual([]);
});

test('An Enter that is held down from opening the choices takes none of them', async () => {
  const { user, calls } = await openChoices();
  await user.keyboard('live');
  fireEvent.keyDown(field(), { key: 'Enter', repeat: true });
  expect(screen.queryByRole('listbox')).not.toBeNull();
  expect(statusesSent(calls)).toEqual([]);
});

test('Escape closes, chooses nothing and gives the focus back', async () => {
  const { user, calls } = await openChoices();
  await user.keyboard('live{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(button());
  expect(statusesSent(calls)).toEqual([]);
  await user.keyboard('{Enter}');
  expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('');
});

test('A letter right after Escape is left to the keys of the portal, until the focus comes anew', async () => {
  const { user } = await openChoices();
  await user.keyboard('{Escape}');
  expect(fireEvent.keyDown(button(), { key: 'c' })).toBe(true);
  expect(button().getAttribute('aria-expanded')).toBe('false');
  await user.tab();
  await user.tab({ shift: true });
  await user.keyboard('c');
  expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('c');
});

test.each([
  [false, 'Next'],
  [true, 'Before'],
])('Tab, with Shift: %j, closes and goes on from the badge: %s', async (shift, name) => {
  const { user } = await openChoices();
  await user.tab({ shift });
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name }));
});

test('A click elsewhere closes', async () => {
  const { user } = open();
  await user.click(button());
  await screen.findByRole('listbox');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Another click on the badge closes the choices', async () => {
  const { user } = await openChoices();
  await user.click(button());
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(button());
});

test('What no status may read is refused where it is typed', async () => {
  const { user, calls } = await openChoices();
  await user.click(field());
  await user.paste('x'.repeat(101));
  expect(screen.getByText('Status must be at most 100 characters')).toBeDefined();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('listbox')).not.toBeNull();
  expect(statusesSent(calls)).toEqual([]);
});

test('A list that goes on beyond its panel says at which end', async () => {
  // This DOM lays nothing out, so the test says how high things are.
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(320);
  await openChoices();
  const list = screen.getByRole('listbox');
  const ends = () => [list.hasAttribute('data-more-before'), list.hasAttribute('data-more-after')];
  const scrollTo = (top: number) => {
    list.scrollTop = top;
    fireEvent.scroll(list);
  };
  expect(ends()).toEqual([false, true]);
  scrollTo(100);
  expect(ends()).toEqual([true, true]);
  scrollTo(380);
  expect(ends()).toEqual([true, false]);
  vi.restoreAllMocks();
});

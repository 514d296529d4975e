// @vitest-environment happy-dom
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { answerCalls, type Call } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { ToastList } from '#web/app/ToastList.tsx';
import { ChangeableStatus } from './ChangeableStatus.tsx';
import { aLead } from './lead.fixture.ts';

const button = () => screen.getByRole('button', { name: /change status of/ });
const field = () => screen.getByRole<HTMLInputElement>('combobox');
const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const pointedAt = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
const statusesSent = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => (body as Lead).status);

function open(change: Partial<Lead> = {}, refuse?: (status: string) => boolean) {
  const lead = aLead({ status: 'contacted', ...change });
  const calls = answerCalls({
    [`PUT /api/leads/${lead.id}`]: ({ body }) => {
      const { status } = body as Lead;
      if (refuse?.(status ?? '')) return { status: 409, json: { error: 'Not today' } };
      return { json: { lead: { ...lead, status } } };
    },
  });
  const { user } = renderScreen(
    <>
      <button type="button">Before</button>
      <ChangeableStatus lead={lead} />
      <button type="button">Next</button>
      <ToastList />
    </>,
    { as: 'admin' },
  );
  return { user, calls };
}

async function openChoices(change?: Partial<Lead>) {
  const opened = open(change);
  button().focus();
  await opened.user.keyboard('{Enter}');
  await screen.findByRole('listbox');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  return opened;
}

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

describe('a changed status', () => {
  async function changeTo(typed: string, change?: Partial<Lead>, refuse?: (s: string) => boolean) {
    const opened = open(change, refuse);
    await opened.user.click(button());
    await screen.findByRole('listbox');
    await opened.user.keyboard(`${typed}{Enter}`);
    return opened;
  }
  const toast = async (text: string) => (await screen.findByText(text)).closest('[role]');

  test('is told with the company and the new status', async () => {
    await changeTo('closed won');
    expect((await toast('Acme Ltd: Closed Won'))?.textContent).toBe(
      'SuccessAcme Ltd: Closed WonUndo',
    );
  });

  test('is told as it was chosen, also where the badge of an old lead reads otherwise', async () => {
    await changeTo('new', { created_at: '2020-01-02T03:04:05Z' });
    await toast('Acme Ltd: New');
  });

  test('of the next lead takes the place of the last one’s toast, but for a failure', async () => {
    const acme = aLead({ status: 'contacted' });
    const beta = aLead({ id: '0192aaaa-0000-7000-8000-000000000002', company_name: 'Beta Ltd' });
    answerCalls({
      [`PUT /api/leads/${acme.id}`]: ({ body }) =>
        (body as Lead).status === 'open'
          ? { status: 409, json: { error: 'Not today' } }
          : { json: { lead: acme } },
      [`PUT /api/leads/${beta.id}`]: { json: { lead: beta } },
    });
    const { user } = renderScreen(
      <>
        <ChangeableStatus lead={acme} />
        <ChangeableStatus lead={beta} />
        <ToastList />
      </>,
      { as: 'admin' },
    );
    const set = async (badge: string, typed: string, told: string) => {
      await user.click(screen.getByRole('button', { name: badge }));
      await screen.findByRole('listbox');
      await user.keyboard(`${typed}{Enter}`);
      await screen.findByText(told);
    };
    const acmeBadge = 'Contacted, change status of Acme Ltd';
    await set(acmeBadge, 'open', 'Not today');
    await set('New, change status of Beta Ltd', 'live', 'Beta Ltd: Live');
    expect(toasts()).toHaveLength(2);
    await set(acmeBadge, 'connected', 'Acme Ltd: Connected');
    expect(toasts()).toHaveLength(1);
  });

  test('is put back as it was stored, and that is told too', async () => {
    const { user, calls } = await changeTo('closed won', { status: 'In_Progress' });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Acme Ltd: back to In Progress')).toBeDefined();
    expect(statusesSent(calls)).toEqual(['closed won', 'In_Progress']);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  test('gives the focus to the badge once it is put back, also to one that was drawn anew', async () => {
    const lead = aLead({ status: 'contacted' });
    answerCalls({ [`PUT /api/leads/${lead.id}`]: { json: { lead } } });
    function Rows() {
      const [drawn, setDrawn] = useState(0);
      return (
        <>
          <ChangeableStatus key={drawn} lead={lead} />
          <button type="button" onClick={() => setDrawn(drawn + 1)}>
            Draw anew
          </button>
          <ToastList />
        </>
      );
    }
    const { user } = renderScreen(<Rows />, { as: 'admin' });
    await user.click(button());
    await screen.findByRole('listbox');
    await user.keyboard('live{Enter}');
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await user.click(screen.getByRole('button', { name: 'Draw anew' }));
    await user.click(undo);
    expect(document.activeElement).toBe(button());
  });

  test('that cannot be put back says so', async () => {
    const { user } = await changeTo('live', {}, (status) => status === 'contacted');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect((await screen.findByRole('alert')).textContent).toBe('ErrorNot today');
  });

  test.each([null, '', ' ', '\u200b'])('that was %j before has no way back', async (status) => {
    await changeTo('live', { status });
    await toast('Acme Ltd: Live');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('that the server refuses says so', async () => {
    await changeTo('live', {}, () => true);
    expect((await screen.findByRole('alert')).textContent).toBe('ErrorNot today');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
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

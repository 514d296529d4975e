// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { useShortcuts } from '#web/app/use-shortcuts.ts';
import { ListScreens } from '../ListScreens.tsx';
import { aLead, aLeadInFull } from '../lead.fixture.ts';
import { leadAnswers, submitted } from './opened-lead.fixture.ts';

const ids = [1, 2, 3].map((n) => `0192aaaa-0000-7000-8000-00000000000${n}`);
const [first = '', second = '', third = ''] = ids;
const names = ['Acme Ltd', 'Birch & Co', 'Cedar AG'];
const leads = ids.map((id, index) => aLeadInFull({ id, company_name: names[index] ?? null }));
const listed = leads.map((lead) => aLead({ id: lead.id, company_name: lead.company_name }));
const answers = Object.assign(
  {},
  ...leads.map((lead) => leadAnswers(lead, [submitted()], listed)),
) as ReturnType<typeof leadAnswers>;

function Screens() {
  useShortcuts(() => {});
  return (
    <main id="main" tabIndex={-1}>
      <ListScreens />
    </main>
  );
}

type Options = NonNullable<Parameters<typeof renderScreen>[1]>;
const open = (at = '/leads', options: Options = {}) =>
  renderScreen(<Screens />, { at, path: '/:list/:id?', ...options });
const panel = (name: string) => screen.findByRole('region', { name: `Lead: ${name}` });
const cellOf = (row: HTMLElement, text: string) =>
  within(row).getByText(text).closest('td') as HTMLElement;
const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;

test('A press on a row opens its lead over the list, which stays, with the row marked', async () => {
  const calls = answerCalls(answers);
  const { user, address } = open('/leads?status=Live&page=1');
  await user.click(cellOf(await rowOf('Birch & Co'), 'Ada Lovelace'));
  await panel('Birch & Co');
  expect(address()).toBe(`/leads/${second}?status=Live&page=1`);
  expect(calls.filter(({ path }) => path === '/api/leads')).toHaveLength(1);
  const marked = screen.getAllByRole('row').filter((row) => row.hasAttribute('aria-current'));
  expect(marked).toEqual([await rowOf('Birch & Co')]);
});

test('The company is a link to the lead, which Enter follows, and the focus goes into the lead', async () => {
  answerCalls(answers);
  const { user, address } = open('/leads?search=a');
  const link = await screen.findByRole('link', { name: 'Acme Ltd' });
  expect(link.getAttribute('href')).toBe(`/leads/${first}?search=a`);
  link.focus();
  await user.keyboard('{Enter}');
  const opened = await panel('Acme Ltd');
  expect(address()).toBe(`/leads/${first}?search=a`);
  expect(document.activeElement).toBe(opened);
  expect(document.title).toBe('Acme Ltd · Partner Portal');
});

test('Escape closes the lead: the focus is on its row again, and the tab has its name back', async () => {
  answerCalls(answers);
  const { user, address } = open('/leads?search=a');
  (await screen.findByRole('link', { name: 'Birch & Co' })).focus();
  await user.keyboard('{Enter}');
  await panel('Birch & Co');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/leads?search=a'));
  expect(screen.queryByRole('region', { name: /^Lead:/ })).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Birch & Co' })),
  );
  expect(document.title).toBe('Leads · Partner Portal');
});

test.each([
  ['the button that deletes', () => screen.getByRole('button', { name: 'Delete lead Acme Ltd' })],
  [
    'a link in it',
    () =>
      within(screen.getAllByRole('row')[1] as HTMLElement).getByRole('link', {
        name: 'ada@acme.example',
      }),
  ],
])('A press on %s does not open the lead', async (_, control) => {
  answerCalls(answers);
  const { address } = open();
  await rowOf('Acme Ltd');
  const pressed = control();
  // Last of all: this DOM would follow the link.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(pressed);
  expect(address()).toBe('/leads');
});

test('Text that is selected in a row, and a press with a further key, do not open the lead', async () => {
  answerCalls(answers);
  const { address } = open();
  const row = await rowOf('Acme Ltd');
  const cell = cellOf(row, 'Ada Lovelace');
  fireEvent.click(cell, { shiftKey: true });
  window.getSelection()?.selectAllChildren(cell);
  fireEvent.click(cell);
  expect(address()).toBe('/leads');
  window.getSelection()?.removeAllRanges();
  fireEvent.click(cell);
  await waitFor(() => expect(address()).toBe(`/leads/${first}`));
});

test('Where no lead is open, j opens the first of the list', async () => {
  answerCalls(answers);
  const { user, address } = open();
  await screen.findByRole('link', { name: 'Acme Ltd' });
  await user.keyboard('j');
  await panel('Acme Ltd');
  expect(address()).toBe(`/leads/${first}`);
});

test('The arrow down goes from the search to the first lead', async () => {
  answerCalls(answers);
  const { user } = open();
  const link = await screen.findByRole('link', { name: 'Acme Ltd' });
  await user.click(screen.getByRole('textbox', { name: 'Search leads' }));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(link);
});

test('j and k walk to the next and the previous lead, and the way back leads to the list', async () => {
  answerCalls(answers);
  const { user, address } = open();
  await user.click(await screen.findByRole('link', { name: 'Acme Ltd' }));
  await panel('Acme Ltd');
  await user.keyboard('j');
  await panel('Birch & Co');
  expect(address()).toBe(`/leads/${second}`);
  await user.click(screen.getByRole('button', { name: 'Next lead' }));
  await panel('Cedar AG');
  expect(screen.getByRole('button', { name: 'Next lead' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.keyboard('j');
  expect(address()).toBe(`/leads/${third}`);
  await user.keyboard('k');
  await panel('Birch & Co');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/leads'));
});

test('At the end of a page j turns it and goes on, and k comes back', async () => {
  const six = Array.from({ length: 6 }, (_, n) => {
    const id = `0192aaaa-0000-7000-8000-00000000001${n}`;
    return aLeadInFull({ id, company_name: `Company ${n + 1}` });
  });
  answerCalls({
    ...Object.assign({}, ...six.map((lead) => leadAnswers(lead))),
    'GET /api/leads': ({ query }: { query: Record<string, string> }) => {
      const page = six.slice(Number(query.offset), Number(query.offset) + Number(query.limit));
      return { json: { leads: page, total: 6 } };
    },
  });
  const { user, address } = open('/leads?size=5');
  await user.click(await screen.findByRole('link', { name: 'Company 5' }));
  await panel('Company 5');
  await user.keyboard('j');
  await panel('Company 6');
  expect(address()).toContain('page=2&size=5');
  await user.keyboard('k');
  await panel('Company 5');
  expect(address()).toMatch(/\?size=5$/);
  await user.keyboard('j');
  await panel('Company 6');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/leads?page=2&size=5'));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Company 6' })),
  );
});

test('Recent Leads on the dashboard open over the dashboard', async () => {
  answerCalls(answers);
  const { user, address } = open('/dashboard');
  await user.click(await screen.findByRole('link', { name: 'Acme Ltd' }));
  await panel('Acme Ltd');
  expect(address()).toBe(`/leads/${first}`);
  expect(screen.getByRole('heading', { name: 'Recent Leads' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(address()).toBe('/dashboard'));
});

test('Opened by its address a lead is a page of its own, which leads back to the list', async () => {
  answerCalls(answers);
  const { user, address } = open(`/leads/${second}?search=a`);
  await screen.findByRole('heading', { level: 1, name: 'Birch & Co' });
  expect(screen.queryByRole('table')).toBeNull();
  expect(document.title).toBe('Birch & Co · Partner Portal');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/leads?search=a'));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Birch & Co' })),
  );
});

test('What the list knows of a lead shows before the rest is here', async () => {
  const held = heldAnswer({ json: { lead: leads[0] } });
  answerCalls({ ...answers, [`GET /api/leads/${first}`]: held.reply });
  const { user } = open();
  await user.click(await screen.findByRole('link', { name: 'Acme Ltd' }));
  const opened = within(await panel('Acme Ltd'));
  expect(opened.getByRole('heading', { name: 'Acme Ltd' })).toBeDefined();
  expect(opened.getByRole('link', { name: 'ada@acme.example' })).toBeDefined();
  expect(opened.queryByText('Form')).toBeNull();
  held.release();
  await opened.findByText('Form');
});

test('A lead that is not there says so and leads back', async () => {
  answerCalls({
    ...answers,
    [`GET /api/leads/${third}`]: { status: 404, json: { error: 'Lead not found' } },
  });
  const { user, address } = open(`/leads/${third}`);
  await screen.findByText('This lead is not there.');
  await user.click(screen.getByRole('button', { name: 'Back to the leads' }));
  await waitFor(() => expect(address()).toBe('/leads'));
});

test('A lead that cannot be loaded is asked for again', async () => {
  let fails = true;
  answerCalls({
    ...answers,
    [`GET /api/leads/${first}`]: () => {
      if (fails) throw new TypeError('Failed to fetch');
      return { json: { lead: leads[0] } };
    },
  });
  const { user } = open(`/leads/${first}`);
  await screen.findByText('The lead could not be loaded.');
  expect(screen.getByText('Check your internet connection and try again.')).toBeDefined();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Acme Ltd' });
});

test('What is no address of a lead leads to the dashboard', async () => {
  answerCalls(answers);
  const { address } = open('/leads/nonsense');
  await waitFor(() => expect(address()).toBe('/dashboard'));
});

test('Escape closes what stands over the lead, and the lead with the next press', async () => {
  answerCalls(answers);
  const { user, address } = open(`/leads/${second}`, { as: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'Delete lead' }));
  await screen.findByRole('dialog', { name: 'Delete Lead' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: /change status of Birch/ }));
  await screen.findByRole('listbox');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(address()).toBe(`/leads/${second}`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/leads'));
});

test('A deleted lead closes, and the focus goes to the next row', async () => {
  let all = listed;
  answerCalls({
    ...answers,
    'GET /api/leads': () => ({ json: { leads: all, total: all.length } }),
    [`DELETE /api/leads/${second}`]: () => {
      all = all.filter(({ id }) => id !== second);
      return { json: { success: true } };
    },
  });
  const { user, address } = open('/leads?search=a');
  await user.click(await screen.findByRole('link', { name: 'Birch & Co' }));
  await user.click(within(await panel('Birch & Co')).getByRole('button', { name: 'Delete lead' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Lead' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(address()).toBe('/leads?search=a'));
  expect(toasts()).toEqual([
    { title: 'Success', message: 'Lead deleted successfully', seconds: 3 },
  ]);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Cedar AG' })),
  );
});

// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { LeadsPage } from './LeadsPage.tsx';
import { aLead } from './lead.fixture.ts';

const lead = aLead();
const partner = { id: '0192aaaa-0000-7000-8000-000000000009', email: 'n@x.example', company: 'X' };
const oneLead = { json: { leads: [lead], total: 1 } };
const noLeads = { json: { leads: [], total: 0 } };
const open = (at = '/leads') => renderScreen(<LeadsPage />, { at });
const row = async (name: RegExp | string) => (await screen.findByText(name)).closest('tr');

test('What is missing reads Not available', async () => {
  const missing = aLead({ title: 'nan', website: 'null', phone_number: null, email: '' });
  answerCalls({ 'GET /api/leads': { json: { leads: [missing], total: 1 } } });
  open();
  const cells = within((await row('Acme Ltd')) ?? document.body);
  expect(cells.getAllByText('Not available')).toHaveLength(4);
  expect(cells.queryByText(/^(nan|null)$/)).toBeNull();
});

test('A company and a contact that are missing look like every other missing value', async () => {
  const missing = aLead({
    company_name: ' nan ',
    first_name: null,
    last_name: null,
    phone_number: null,
  });
  answerCalls({ 'GET /api/leads': { json: { leads: [missing], total: 1 } } });
  open();
  const email = await screen.findByRole('link', { name: 'ada@acme.example' });
  const cells = within(email.closest('tr') ?? document.body);
  const looks = cells.getAllByText('Not available').map((value) => value.className);
  const phone = cells.getAllByText('Not available').at(-1)?.className;
  expect(looks.filter((look) => look === phone)).toHaveLength(4);
});

test('A badge in a list of one group shows its own status and, on hover, the group', async () => {
  const leads = [
    aLead({ id: '1', status: 'closed_won' }),
    aLead({ id: '2', status: 'LIVE' }),
    aLead({ id: '3', status: 'waiting for legal' }),
  ];
  answerCalls({ 'GET /api/leads': { json: { leads, total: 3 } } });
  open('/leads?status=Live');
  await screen.findByText('Closed Won');
  const badges = screen.getAllByTitle(/Closed Won|^Live$|waiting/);
  expect(badges.map((badge) => [badge.textContent, badge.title])).toEqual([
    ['Closed Won', 'Live: Closed Won'],
    ['Live', 'Live'],
    ['waiting for legal', 'waiting for legal'],
  ]);
});

test('Without leads the list says so and offers to add one', async () => {
  answerCalls({ 'GET /api/leads': noLeads });
  open();
  await screen.findByText('No leads found');
  expect(screen.getByText('Page 1 of 1 (0 total results)')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Add a lead' }).getAttribute('href')).toBe('/leads/add');
});

test('With a filter that finds nothing the list offers to clear it', async () => {
  const calls = answerCalls({ 'GET /api/leads': noLeads });
  const { user, address } = open('/leads?search=x&status=Live');
  await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
  expect(address()).toBe('/leads');
  await waitFor(() => expect(calls.at(-1)?.query).toEqual({ limit: '10', offset: '0' }));
});

test('An address that asks for a partner is not heeded for somebody who is no administrator', async () => {
  const calls = answerCalls({ 'GET /api/leads': oneLead });
  open('/leads?partner=0192aaaa-0000-7000-8000-000000000000');
  await screen.findByText('Acme Ltd');
  expect(calls.at(-1)?.query).toEqual({ limit: '10', offset: '0' });
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

describe('The leads of one upload', () => {
  const id = '0192aaaa-0000-7000-8000-000000000004';
  const record = { id, file_name: 'autumn.csv', created_at: '2026-11-15T10:42:00' };
  const clear = () => screen.findByRole('button', { name: 'Show leads of every upload' });

  test('are listed with the file they came from, until that is cleared', async () => {
    const calls = answerCalls({
      'GET /api/leads': oneLead,
      [`GET /api/imports/${id}`]: { json: { import: record } },
    });
    const { user, address } = open(`/leads?status=Live&import=${id}`);
    await screen.findByText('From autumn.csv, Nov 15, 2026, 10:42 AM');
    expect(calls.find(({ path }) => path === '/api/leads')?.query.import_id).toBe(id);
    await user.click(await clear());
    expect(address()).toBe('/leads?status=Live');
    expect(document.activeElement).not.toBe(document.body);
    await waitFor(() => expect(calls.at(-1)?.query).not.toHaveProperty('import_id'));
    expect(screen.queryByText(/autumn\.csv/)).toBeNull();
  });

  test.each([
    [404, 'From an upload that is not among yours'],
    [500, 'From an earlier upload'],
  ])('can be cleared also where the upload cannot be told: %i', async (status, text) => {
    answerCalls({ 'GET /api/leads': noLeads, [`GET /api/imports/${id}`]: { status } });
    const { user, address } = open(`/leads?import=${id}`);
    await screen.findByText(text);
    await user.click(await clear());
    expect(address()).toBe('/leads');
  });

  test('are not asked for where the address has no id', async () => {
    const calls = answerCalls({ 'GET /api/leads': oneLead });
    open('/leads?import=autumn');
    await screen.findByText('Acme Ltd');
    expect(calls.map(({ path, query }) => [path, query.import_id])).toEqual([
      ['/api/leads', undefined],
    ]);
  });
});

test('While leads are on their way, and while a page is turned, Loading... is read and seen', async () => {
  const first = heldAnswer({ json: { leads: [lead], total: 11 } });
  const second = heldAnswer({ json: { leads: [aLead({ company_name: 'Last Ltd' })], total: 11 } });
  answerCalls({
    'GET /api/leads': ({ query }) => (query.offset === '0' ? first.reply() : second.reply()),
  });
  const { user } = open();
  const expectNote = async () => {
    const note = await screen.findByText('Loading...');
    expect(note.closest('output')).not.toBeNull();
    expect(note.closest('.mantine-VisuallyHidden-root')).toBeNull();
  };
  await expectNote();
  first.release();
  await screen.findByText('Acme Ltd');
  expect(screen.queryByText('Loading...')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await expectNote();
  expect(screen.getByText('Acme Ltd')).toBeDefined();
  second.release();
  await screen.findByText('Last Ltd');
  expect(screen.queryByText('Loading...')).toBeNull();
});

test('A list that cannot be loaded says so and offers another try', async () => {
  let tries = 0;
  answerCalls({ 'GET /api/leads': () => (++tries === 1 ? { status: 500 } : oneLead) });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Acme Ltd');
  expect(toasts()).toEqual([
    { title: 'Error', message: 'Failed to load leads. Please try again.', seconds: 5 },
  ]);
});

test('A list that could not be loaded without a connection is there once the connection is', async () => {
  answerCalls({
    'GET /api/leads': () => {
      if (!onlineManager.isOnline()) throw new TypeError('Failed to fetch');
      return oneLead;
    },
  });
  onlineManager.setOnline(false);
  open();
  await screen.findByRole('button', { name: 'Try again' });
  act(() => onlineManager.setOnline(true));
  await screen.findByText('Acme Ltd');
});

test('A page past the end leads to the last page there is', async () => {
  const calls = answerCalls({
    'GET /api/leads': ({ query }) => ({
      json: { leads: query.offset === '10' ? [lead] : [], total: 11 },
    }),
  });
  const { address } = open('/leads?page=9');
  await screen.findByText('Acme Ltd');
  expect(address()).toBe('/leads?page=2');
  expect(calls.map(({ query }) => query.offset)).toEqual(['80', '10']);
});

test('A search goes out on Enter and a filter at once, each for the first page', async () => {
  const calls = answerCalls({
    'GET /api/leads': { json: { leads: [lead], total: 100 } },
  });
  const { user, address } = open('/leads?page=3');
  await screen.findByText('Acme Ltd');
  await user.type(screen.getByRole('textbox', { name: 'Search leads' }), 'acme');
  expect(address()).toBe('/leads?page=3');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/leads?search=acme');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(address()).toBe('/leads?search=acme&page=2');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Live');
  expect(address()).toBe('/leads?search=acme&status=Live');
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ offset: '0', search: 'acme' }));
  expect(calls.at(-1)?.query.status_filter).toContain('closed won');
});

describe('What is typed into the search and not sent', () => {
  async function typeUnsent(at: string) {
    const calls = answerCalls({
      'GET /api/leads': { json: { leads: [lead], total: 100 } },
      'GET /api/partners': { json: { partners: [{ ...partner, name: 'Nora Lindqvist' }] } },
    });
    const opened = renderScreen(<LeadsPage />, { at, as: 'admin' });
    await screen.findByText('Acme Ltd');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search leads' });
    await opened.user.clear(field);
    await opened.user.type(field, 'new ');
    return { ...opened, calls, field };
  }

  test('goes out with a change of the status filter', async () => {
    const { user, address, field } = await typeUnsent('/leads?search=old&page=3');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Live');
    expect(address()).toBe('/leads?search=new&status=Live');
    expect(field.value).toBe('new');
  });

  test('goes out with a change of the partner filter', async () => {
    const { user, address } = await typeUnsent('/leads');
    await user.click(screen.getByRole('combobox', { name: 'Filter by partner' }));
    await user.keyboard('nora{Enter}');
    await waitFor(() => expect(address()).toBe(`/leads?search=new&partner=${partner.id}`));
  });

  test.each([
    ['the next page', 'Next', '/leads?search=old&page=4'],
    ['clearing the filters', 'Clear filters', '/leads'],
  ])('makes way for what the list was searched for: %s', async (_, name, next) => {
    const { user, address, field } = await typeUnsent('/leads?search=old&page=3');
    await user.click(screen.getByRole('button', { name }));
    expect(address()).toBe(next);
    expect(field.value).toBe(name === 'Next' ? 'old' : '');
  });
});

describe('a lead that is new', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

  test.each([
    ['New', daysAgo(2.9)],
    ['In Progress', daysAgo(3.1)],
  ])('reads %s when it was added at %s', async (text, created_at) => {
    answerCalls({ 'GET /api/leads': { json: { leads: [aLead({ created_at })], total: 1 } } });
    open();
    const cells = within((await row('Acme Ltd')) ?? document.body);
    expect(cells.getByText(text)).toBeDefined();
  });
});

test.each(['partner', 'admin'] as const)(
  'A list of stuck leads says below the status of each how long it has stood there: to a %s',
  async (as) => {
    const since = new Date(Date.now() - 74.5 * 86_400_000).toISOString();
    const lead = aLead({ status: 'contacted', status_changed_at: since });
    answerCalls({
      'GET /api/leads': { json: { leads: [lead], total: 1 } },
      'GET /api/partners': { json: { partners: [] } },
    });
    const { unmount } = renderScreen(<LeadsPage />, { at: '/leads?stuck=true', as });
    const status = (await screen.findByText('74 days')).closest('td');
    expect(status?.textContent).toBe('Contacted74 days');
    unmount();
    renderScreen(<LeadsPage />, { at: '/leads', as });
    await screen.findByText('Acme Ltd');
    expect(screen.queryByText('74 days')).toBeNull();
  },
);

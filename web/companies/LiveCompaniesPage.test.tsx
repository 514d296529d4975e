// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Company } from '#contract/companies.ts';
import { answerCalls, type Call } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { newQueryClient } from '#web/app/query-client.ts';
import { company, totals } from './company.fixture.ts';
import { LiveCompaniesPage } from './LiveCompaniesPage.tsx';

const acme = company({ id: '3' });
const page = (
  companies: Company[],
  source = 'portal',
  total = companies.length,
  as_of: string | null = null,
) => ({
  json: { companies, total, source, as_of, totals: totals(), currency: 'USD' },
});
const open = (as: 'partner' | 'admin' = 'partner', at = '/live') =>
  renderScreen(<LiveCompaniesPage />, { at, as });
const limited = { status: 429, json: { error: 'Rate limit exceeded' } };
const asked = (calls: Call[]) => calls.filter(({ path }) => path === '/api/companies/live');

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('A commission that is missing, a company without a name and a missing website say so', async () => {
  answerCalls({ 'GET /api/companies/live': page([{ ...acme, name: null }]) });
  open();
  const row = within((await screen.findByText('No company name')).closest('tr') ?? document.body);
  expect(row.getByText('1,250.50')).toBeDefined();
  expect(row.getByText('Live')).toBeDefined();
  expect(row.getAllByText('Not available')).toHaveLength(2);
});

test('Where HubSpot keeps the commissions, a missing one says so, and none is changed here', async () => {
  answerCalls({
    'GET /api/companies/live': page([acme], 'hubspot'),
    'GET /api/partners': { json: { partners: [] } },
  });
  open('admin');
  await screen.findByText('Not available in HubSpot');
  expect(screen.queryByRole('button', { name: /Edit commissions/ })).toBeNull();
  expect(screen.getByText('Commissions come from HubSpot and are changed there.')).toBeDefined();
});

const at = (hours: number, day = 16) => new Date(2026, 10, day, hours, 42).toISOString();

test.each([
  ['portal', null, null],
  ['hubspot', at(10), 'As of 10:42 AM'],
  ['hubspot', at(10, 14), 'As of Nov 14, 2026, 10:42 AM'],
  ['hubspot', null, 'HubSpot has not been asked yet.'],
])(
  'Where %s keeps the companies, last asked at %s, a partner reads %s',
  async (source, asOf, text) => {
    vi.useFakeTimers({ now: new Date(2026, 10, 16, 12) });
    answerCalls({ 'GET /api/companies/live': page([acme], source, 1, asOf) });
    open();
    await act(() => vi.advanceTimersByTimeAsync(100));
    const line = screen.queryByText(/^As of|has not been asked/);
    expect(line?.textContent ?? null).toBe(text);
    expect(screen.queryByText('Commissions come from HubSpot and are changed there.')).toBeNull();
  },
);

test('The page follows how fresh HubSpot’s companies are by itself, and asks nothing where the portal keeps them', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 16, 12) });
  const visit = async (source: string) => {
    const calls = answerCalls({ 'GET /api/companies/live': page([acme], source, 1, at(10)) });
    open();
    await act(() => vi.advanceTimersByTimeAsync(150_000));
    cleanup();
    return asked(calls).length;
  };
  expect(await visit('hubspot')).toBe(3);
  expect(await visit('portal')).toBe(1);
});

test('An administrator reads Unknown Partner where a partner is gone', async () => {
  answerCalls({
    'GET /api/companies/live': page([acme]),
    'GET /api/partners': { json: { partners: [] } },
  });
  open('admin');
  expect(await screen.findByText('Unknown Partner')).toBeDefined();
});

test('A search and a page past the end ask for the pages that there are', async () => {
  const calls = answerCalls({
    'GET /api/companies/live': ({ query }) =>
      page(query.offset === '60' ? [] : [acme], 'portal', 11),
  });
  const { user, address } = open('partner', '/live?page=7');
  await screen.findByText('Acme Ltd');
  expect(address()).toBe('/live?page=2');
  await user.type(screen.getByRole('textbox', { name: 'Search live companies' }), 'ac{Enter}');
  expect(address()).toBe('/live?search=ac');
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ offset: '0', search: 'ac' }));
});

test('An address that asks for a partner is not heeded for somebody who is no administrator', async () => {
  const calls = answerCalls({ 'GET /api/companies/live': page([acme]) });
  open('partner', '/live?partner=0192aaaa-0000-7000-8000-000000000000');
  await screen.findByText('Acme Ltd');
  expect(asked(calls).map(({ query }) => query)).toEqual([{ limit: '10', offset: '0' }]);
});

test('Without live companies the page says so and turns paging off', async () => {
  answerCalls({ 'GET /api/companies/live': page([]) });
  open();
  await screen.findByText('No live companies found');
  expect(screen.getByText(/No Live Companies/).closest('p')?.textContent).toBe(
    'No Live Companies: There are currently no companies with active or closed won leads.',
  );
  const sizes = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' });
  expect(sizes.disabled).toBe(true);
  expect(screen.getByText(/A company appears here once one of its leads is live/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'View leads' }).getAttribute('href')).toBe('/leads');
});

test('A search that finds none says what to do about it', async () => {
  answerCalls({ 'GET /api/companies/live': page([]) });
  const { user, address } = open('partner', '/live?search=nowhere');
  await screen.findByText('No live companies found');
  expect(screen.getByText(/No live company matches/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(address()).toBe('/live');
});

test('An empty list is asked for again by Refresh, not by coming back to it later', async () => {
  vi.useFakeTimers();
  const calls = answerCalls({ 'GET /api/companies/live': page([]) });
  const queries = newQueryClient();
  const visit = async () => {
    const { unmount } = renderScreen(<LiveCompaniesPage />, { at: '/live', queries });
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText('No live companies found')).toBeDefined();
    return unmount;
  };
  (await visit())();
  await act(() => vi.advanceTimersByTimeAsync(60 * 60_000));
  await visit();
  expect(asked(calls)).toHaveLength(1);
  act(() => screen.getByRole('button', { name: 'Refresh' }).click());
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(asked(calls)).toHaveLength(2);
});

test.each([
  ['a connection that comes back', (back: boolean) => onlineManager.setOnline(back)],
  ['a window that comes to the front', (back: boolean) => focusManager.setFocused(back)],
])('An empty list is not asked for again by %s, one with rows is', async (_, set) => {
  vi.useFakeTimers();
  const comeBack = async () => {
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    act(() => set(false));
    act(() => set(true));
    await act(() => vi.advanceTimersByTimeAsync(100));
  };
  let companies: Company[] = [];
  const calls = answerCalls({ 'GET /api/companies/live': () => page(companies) });
  open();
  await comeBack();
  expect(asked(calls)).toHaveLength(1);
  companies = [acme];
  act(() => screen.getByRole('button', { name: 'Refresh' }).click());
  await comeBack();
  expect(asked(calls)).toHaveLength(3);
  focusManager.setFocused(undefined);
});

test.each([
  ['while it is shown', true],
  ['when it is shown next', false],
])(
  'What is known to have changed is asked for again %s, also where the list was empty',
  async (_, shown) => {
    const calls = answerCalls({
      'GET /api/companies/live': () => page(asked(calls).length === 1 ? [] : [acme]),
    });
    const queries = newQueryClient();
    const show = () => renderScreen(<LiveCompaniesPage />, { at: '/live', queries });
    const { unmount } = show();
    await screen.findByText('No live companies found');
    if (!shown) unmount();
    await act(() => queries.invalidateQueries({ queryKey: ['companies'] }));
    if (!shown) show();
    await screen.findByText('Acme Ltd');
  },
);

test('Past the rate limit a warning blocks for 60 seconds with a countdown, then loads', async () => {
  vi.useFakeTimers();
  const calls = answerCalls({
    'GET /api/companies/live': () => (asked(calls).length === 1 ? limited : page([acme])),
  });
  open();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByRole('alert').textContent).toContain(
    'Rate limit exceeded. Please wait a minute before trying again.',
  );
  expect(toasts()).toMatchObject([{ title: 'Rate Limit Exceeded', seconds: 5 }]);
  expect(screen.getByText(/Loading again in \d+ seconds/)).toBeDefined();
  act(() => screen.getByRole('button', { name: 'Refresh' }).click());
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(asked(calls)).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(asked(calls)).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Acme Ltd')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Past the rate limit the rows that were there stay, with the page that they are of', async () => {
  vi.useFakeTimers();
  let refused = true;
  answerCalls({
    'GET /api/companies/live': ({ query }) => {
      if (query.offset === '0') return page([acme], 'portal', 11);
      return refused ? limited : page([{ ...acme, id: '4', name: 'Eleventh Ltd' }], 'portal', 11);
    },
  });
  open();
  await act(() => vi.advanceTimersByTimeAsync(100));
  act(() => screen.getByRole('button', { name: 'Next' }).click());
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByRole('alert').textContent).toContain(
    'Until then the list shows what was loaded last.',
  );
  expect(screen.getByText('Acme Ltd')).toBeDefined();
  expect(screen.getByText('Page 1 of 2 (11 total results)')).toBeDefined();
  refused = false;
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Eleventh Ltd')).toBeDefined();
  expect(screen.getByText('Page 2 of 2 (11 total results)')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('The wait goes on over a reload, without a second toast, and is over when it would have been', async () => {
  vi.useFakeTimers();
  const calls = answerCalls({
    'GET /api/companies/live': () => (asked(calls).length === 1 ? limited : page([acme])),
  });
  open();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  cleanup();
  notifications.clean();
  open();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Loading again in 40 seconds')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(39_000));
  expect(asked(calls)).toHaveLength(1);
  expect(toasts()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Acme Ltd')).toBeDefined();
});

test('Whoever signs in next does not wait for what another was refused', async () => {
  vi.useFakeTimers();
  const calls = answerCalls({
    'GET /api/companies/live': () => (asked(calls).length === 1 ? limited : page([acme])),
    'GET /api/partners': { json: { partners: [] } },
  });
  open('partner');
  await act(() => vi.advanceTimersByTimeAsync(100));
  cleanup();
  open('admin');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Acme Ltd')).toBeDefined();
});

test('Another failure shows an error that can be tried again', async () => {
  const calls = answerCalls({
    'GET /api/companies/live': () => (asked(calls).length === 1 ? { status: 500 } : page([acme])),
  });
  const { user } = open();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to load live companies. Please try again.',
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Acme Ltd');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['partner', ['Company', 'Status', 'Commission Payable', 'Alltime Commission']],
  [
    'admin',
    ['Company', 'Partner', 'Status', 'Commission Payable', 'Alltime Commission', 'Actions'],
  ],
] as const)('A %s sees the columns of the specification', async (as, columns) => {
  answerCalls({
    'GET /api/companies/live': page([company({ id: '3', website: 'https://one.example' })]),
    'GET /api/partners': { json: { partners: [] } },
  });
  open(as);
  const link = await screen.findByRole('link', { name: 'one.example' });
  expect(link.getAttribute('href')).toBe('https://one.example/');
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  // The last one is of cards.
  expect(heads).toEqual([...columns, 'Details']);
});

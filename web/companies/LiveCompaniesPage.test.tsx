// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { askedForLive, company, limited, livePage } from './company.fixture.ts';
import { LiveCompaniesPage } from './LiveCompaniesPage.tsx';

const acme = company({ id: '3' });
const open = (as: 'partner' | 'admin' = 'partner', at = '/live') =>
  renderScreen(<LiveCompaniesPage />, { at, as });

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('A commission that is missing, a company without a name and a missing website say so', async () => {
  answerCalls({ 'GET /api/companies/live': livePage([{ ...acme, name: null }]) });
  open();
  const row = within((await screen.findByText('No company name')).closest('tr') ?? document.body);
  expect(row.getByText('1,250.50')).toBeDefined();
  expect(row.getByText('Live')).toBeDefined();
  expect(row.getAllByText('Not available')).toHaveLength(2);
});

test('The name of a company is told in full in a tooltip', async () => {
  answerCalls({ 'GET /api/companies/live': livePage([acme]) });
  const { user } = open();
  const link = await screen.findByRole('link', { name: acme.name ?? '' });
  await user.hover(link);
  expect((await screen.findByRole('tooltip')).textContent).toBe(acme.name);
});

test('Where HubSpot keeps the commissions, a missing one says so, and none is changed here', async () => {
  answerCalls({
    'GET /api/companies/live': livePage([acme], 'hubspot'),
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
    answerCalls({ 'GET /api/companies/live': livePage([acme], source, 1, asOf) });
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
    const calls = answerCalls({ 'GET /api/companies/live': livePage([acme], source, 1, at(10)) });
    open();
    await act(() => vi.advanceTimersByTimeAsync(150_000));
    cleanup();
    return askedForLive(calls).length;
  };
  expect(await visit('hubspot')).toBe(3);
  expect(await visit('portal')).toBe(1);
});

test('An administrator reads Unknown Partner where a partner is gone', async () => {
  answerCalls({
    'GET /api/companies/live': livePage([acme]),
    'GET /api/partners': { json: { partners: [] } },
  });
  open('admin');
  expect(await screen.findByText('Unknown Partner')).toBeDefined();
});

test('A search and a page past the end ask for the pages that there are', async () => {
  const calls = answerCalls({
    'GET /api/companies/live': ({ query }) =>
      livePage(query.offset === '60' ? [] : [acme], 'portal', 11),
  });
  const { user, address } = open('partner', '/live?page=7');
  await screen.findByText('Acme Ltd');
  expect(address()).toBe('/live?page=2');
  await user.type(screen.getByRole('textbox', { name: 'Search live companies' }), 'ac{Enter}');
  expect(address()).toBe('/live?search=ac');
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ offset: '0', search: 'ac' }));
});

test('An address that asks for a partner is not heeded for somebody who is no administrator', async () => {
  const calls = answerCalls({ 'GET /api/companies/live': livePage([acme]) });
  open('partner', '/live?partner=0192aaaa-0000-7000-8000-000000000000');
  await screen.findByText('Acme Ltd');
  expect(askedForLive(calls).map(({ query }) => query)).toEqual([{ limit: '10', offset: '0' }]);
});

test('Past the rate limit a warning blocks for 60 seconds with a countdown, then loads', async () => {
  vi.useFakeTimers();
  const calls = answerCalls({
    'GET /api/companies/live': () =>
      askedForLive(calls).length === 1 ? limited : livePage([acme]),
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
  expect(askedForLive(calls)).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(askedForLive(calls)).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Acme Ltd')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Past the rate limit the rows that were there stay, with the page that they are of', async () => {
  vi.useFakeTimers();
  let refused = true;
  answerCalls({
    'GET /api/companies/live': ({ query }) => {
      if (query.offset === '0') return livePage([acme], 'portal', 11);
      return refused
        ? limited
        : livePage([{ ...acme, id: '4', name: 'Eleventh Ltd' }], 'portal', 11);
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
    'GET /api/companies/live': () =>
      askedForLive(calls).length === 1 ? limited : livePage([acme]),
  });
  open();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  cleanup();
  notifications.clean();
  open();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Loading again in 40 seconds')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(39_000));
  expect(askedForLive(calls)).toHaveLength(1);
  expect(toasts()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Acme Ltd')).toBeDefined();
});

test('Whoever signs in next does not wait for what another was refused', async () => {
  vi.useFakeTimers();
  const calls = answerCalls({
    'GET /api/companies/live': () =>
      askedForLive(calls).length === 1 ? limited : livePage([acme]),
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
    'GET /api/companies/live': () =>
      askedForLive(calls).length === 1 ? { status: 500 } : livePage([acme]),
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
    'GET /api/companies/live': livePage([company({ id: '3', website: 'https://one.example' })]),
    'GET /api/partners': { json: { partners: [] } },
  });
  open(as);
  const link = await screen.findByRole('link', { name: 'one.example' });
  expect(link.getAttribute('href')).toBe('https://one.example/');
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  // The last one is of cards.
  expect(heads).toEqual([...columns, 'Details']);
});

test('An administrator filters by partner, searches within, and sees a commission that was corrected', async () => {
  const nora = { id: '0192aaaa-0000-7000-8000-00000000000a', name: 'Nora Lindqvist', company: 'X' };
  const paying = company({ name: 'Paying Ltd', partner_id: nora.id, partner_name: nora.name });
  const corrected = { ...paying, commission_payable_to_partner: '1234.50', version: 2 };
  const calls = answerCalls({
    'GET /api/companies/live': livePage([paying]),
    'GET /api/partners': { json: { partners: [nora] } },
    [`PUT /api/companies/${paying.id}`]: { json: { company: corrected } },
  });
  const { user, address } = open('admin');
  await user.click(await screen.findByRole('combobox', { name: 'Filter by partner' }));
  await user.click(await screen.findByRole('option', { name: nora.name }));
  await waitFor(() => expect(askedForLive(calls).at(-1)?.query.partner_id).toBe(nora.id));
  await user.type(screen.getByRole('textbox', { name: 'Search live companies' }), 'paying{Enter}');
  await waitFor(() =>
    expect(askedForLive(calls).at(-1)?.query).toMatchObject({
      partner_id: nora.id,
      search: 'paying',
    }),
  );
  expect(address()).toBe(`/live?search=paying&partner=${nora.id}`);

  await user.click(await screen.findByRole('button', { name: 'Edit commissions of Paying Ltd' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit commissions' }));
  const payable = dialog.getByRole('textbox', { name: 'Commission Payable' });
  await user.type(payable, '1234.5');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const table = within(screen.getByRole('table', { name: 'Live companies' }));
  await table.findByText('1,234.50');
  expect(toasts()).toMatchObject([{ title: 'Success' }]);
});

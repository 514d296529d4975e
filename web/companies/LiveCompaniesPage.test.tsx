// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Company } from '#contract/companies.ts';
import { answerCalls, type Call } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { LiveCompaniesPage } from './LiveCompaniesPage.tsx';

const acme: Company = {
  id: '3',
  name: 'Acme Ltd',
  website: null,
  partner_id: '1',
  partner_name: null,
  commission_payable_to_partner: null,
  alltime_commission_payable: '1250.50',
};
const page = (companies: Company[], source = 'portal', total = companies.length) => ({
  json: { companies, total, source },
});
const open = (as: 'partner' | 'admin' = 'partner', at = '/live') =>
  renderScreen(<LiveCompaniesPage />, { at, as });
const asked = (calls: Call[]) => calls.filter(({ path }) => path === '/api/companies/live');

afterEach(() => void vi.useRealTimers());

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
});

test('Past the rate limit a warning blocks for 60 seconds with a countdown, then loads', async () => {
  vi.useFakeTimers();
  const limited = { status: 429, json: { error: 'Rate limit exceeded' } };
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

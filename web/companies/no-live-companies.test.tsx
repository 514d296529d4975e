// @vitest-environment happy-dom
import { focusManager, onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Company } from '#contract/companies.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { newQueryClient } from '#web/app/query-client.ts';
import { askedForLive, company, limited, livePage } from './company.fixture.ts';
import { LiveCompaniesPage } from './LiveCompaniesPage.tsx';

const acme = company({ id: '3' });
const open = (at = '/live', queries = newQueryClient()) =>
  renderScreen(<LiveCompaniesPage />, { at, queries });

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('Without live companies the page says so and turns paging off', async () => {
  answerCalls({ 'GET /api/companies/live': livePage([]) });
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
  answerCalls({ 'GET /api/companies/live': livePage([]) });
  const { user, address } = open('/live?search=nowhere');
  await screen.findByText('No live companies found');
  expect(screen.getByText(/No live company matches/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(address()).toBe('/live');
});

test('An empty list is asked for again by Refresh, not by coming back to it later', async () => {
  vi.useFakeTimers();
  const calls = answerCalls({ 'GET /api/companies/live': livePage([]) });
  const queries = newQueryClient();
  const visit = async () => {
    const { unmount } = open('/live', queries);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText('No live companies found')).toBeDefined();
    return unmount;
  };
  (await visit())();
  await act(() => vi.advanceTimersByTimeAsync(60 * 60_000));
  await visit();
  expect(askedForLive(calls)).toHaveLength(1);
  act(() => screen.getByRole('button', { name: 'Refresh' }).click());
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(askedForLive(calls)).toHaveLength(2);
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
  const calls = answerCalls({ 'GET /api/companies/live': () => livePage(companies) });
  open();
  await comeBack();
  expect(askedForLive(calls)).toHaveLength(1);
  companies = [acme];
  act(() => screen.getByRole('button', { name: 'Refresh' }).click());
  await comeBack();
  expect(askedForLive(calls)).toHaveLength(3);
  focusManager.setFocused(undefined);
});

test('A list that HubSpot keeps is no longer asked for every minute once it is empty', async () => {
  vi.useFakeTimers();
  const answers = [livePage([acme], 'hubspot')];
  const calls = answerCalls({
    'GET /api/companies/live': () => answers.shift() ?? livePage([], 'hubspot'),
  });
  open();
  await act(() => vi.advanceTimersByTimeAsync(100));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('No live companies found')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  expect(askedForLive(calls)).toHaveLength(2);
});

test('A Refresh of an empty list that fails says so, and is tried again by whoever wants', async () => {
  vi.useFakeTimers();
  const answers = [livePage([], 'hubspot'), { status: 500, json: { error: 'oops' } }];
  const calls = answerCalls({
    'GET /api/companies/live': () => answers.shift() ?? livePage([acme]),
  });
  const queries = newQueryClient();
  open('/live', queries);
  await act(() => vi.advanceTimersByTimeAsync(100));
  act(() => screen.getByRole('button', { name: 'Refresh' }).click());
  await act(() => vi.advanceTimersByTimeAsync(100));
  await act(() => queries.invalidateQueries({ queryKey: ['companies'] }));
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  expect(screen.getByText(/Failed to load live companies/)).toBeDefined();
  expect(askedForLive(calls)).toHaveLength(2);
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Acme Ltd')).toBeDefined();
});

test('What changes while a Refresh is under way is not lost behind its older answer', async () => {
  let answerLate = () => {};
  const late = new Promise<ReturnType<typeof livePage>>((resolve) => {
    answerLate = () => resolve(livePage([]));
  });
  const answers = [livePage([]), late];
  const calls = answerCalls({
    'GET /api/companies/live': () => answers.shift() ?? livePage([acme]),
  });
  const queries = newQueryClient();
  const { user } = open('/live', queries);
  await screen.findByText('No live companies found');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(askedForLive(calls)).toHaveLength(2));
  const told = act(() => queries.invalidateQueries({ queryKey: ['companies'] }));
  answerLate();
  await told;
  await screen.findByText('Acme Ltd');
});

test.each([
  ['while it is shown', true],
  ['when it is shown next', false],
])(
  'What may have changed %s is said of an empty list, which only Refresh asks for again',
  async (_, shown) => {
    const calls = answerCalls({
      'GET /api/companies/live': () => livePage(askedForLive(calls).length === 1 ? [] : [acme]),
    });
    const queries = newQueryClient();
    const show = () => open('/live', queries);
    const { user, unmount } = show();
    await screen.findByText('No live companies found');
    const news = 'Something may have changed since. Press Refresh to look again.';
    expect(screen.queryByText(news)).toBeNull();
    if (!shown) unmount();
    await act(() => queries.invalidateQueries({ queryKey: ['companies'] }));
    if (!shown) show();
    expect((await screen.findByText(news)).closest('[role=status]')).not.toBeNull();
    expect(askedForLive(calls)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('Acme Ltd');
    expect(screen.queryByText(news)).toBeNull();
  },
);

test('A search that found none says so too where it may find something now', async () => {
  const calls = answerCalls({ 'GET /api/companies/live': livePage([]) });
  const queries = newQueryClient();
  open('/live?search=acme', queries);
  await screen.findByText('No live companies found');
  await act(() => queries.invalidateQueries({ queryKey: ['companies'] }));
  await screen.findByText(/Something may have changed since/);
  expect(screen.queryByText(/No Live Companies/)).toBeNull();
  expect(askedForLive(calls)).toHaveLength(1);
});

test('A list with rows is asked for again where they may have changed', async () => {
  const calls = answerCalls({
    'GET /api/companies/live': () => livePage(askedForLive(calls).length === 1 ? [acme] : []),
  });
  const queries = newQueryClient();
  open('/live', queries);
  await screen.findByText('Acme Ltd');
  await act(() => queries.invalidateQueries({ queryKey: ['companies'] }));
  await screen.findByText('No live companies found');
  expect(screen.queryByText(/Something may have changed since/)).toBeNull();
});

test('Past the rate limit an empty list is loaded again too, after the wait', async () => {
  vi.useFakeTimers();
  const answers = [livePage([]), limited];
  answerCalls({ 'GET /api/companies/live': () => answers.shift() ?? livePage([acme]) });
  open();
  await act(() => vi.advanceTimersByTimeAsync(100));
  act(() => screen.getByRole('button', { name: 'Refresh' }).click());
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText(/Loading again in \d+ seconds/)).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(screen.getByText('Acme Ltd')).toBeDefined();
});

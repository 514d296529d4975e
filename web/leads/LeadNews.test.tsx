// @vitest-environment happy-dom
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answerCalls, type Call, heldAnswer } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { newQueryClient } from '#web/app/query-client.ts';
import { DashboardPage } from './DashboardPage.tsx';
import { LeadsPage } from './LeadsPage.tsx';
import { aLead } from './lead.fixture.ts';
import { leadsChangedElsewhere } from './lead-news.ts';

const acme = aLead({ id: 'acme', company_name: 'Acme', created_at: '2026-11-15T10:00:00Z' });
const birch = aLead({ id: 'birch', company_name: 'Birch', created_at: '2026-11-15T09:00:00Z' });
const cedar = aLead({ id: 'cedar', company_name: 'Cedar', created_at: '2026-11-15T11:00:00Z' });
const pageOf = (...leads: ReturnType<typeof aLead>[]) => ({ leads, total: leads.length });

/** The list with a server whose leads a test changes. */
async function openList(
  screenOf = <LeadsPage />,
  at = '/leads',
  as: 'partner' | 'admin' = 'partner',
) {
  const server = { page: pageOf(acme, birch) };
  const calls = answerCalls({
    'GET /api/leads': () => ({ json: server.page }),
    'GET /api/leads/count': { json: { count: 1 } },
    'GET /api/partners': { json: { partners: [] } },
    'GET /api/leads/acme': { status: 404, json: { error: 'Lead not found' } },
    'GET /api/leads/birch': { json: { lead: birch } },
    'PUT /api/leads/acme': () => ({ json: { lead: server.page.leads[0] } }),
    'DELETE /api/leads/acme': { json: { success: true } },
  });
  const queries = newQueryClient();
  const opened = renderScreen(screenOf, { at, queries, as });
  await screen.findByText('Acme');
  const changeElsewhere = async (page: typeof server.page) => {
    server.page = page;
    const before = calls.length;
    act(() => leadsChangedElsewhere(queries));
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
  };
  return { ...opened, server, calls, queries, changeElsewhere };
}

const listsAsked = (calls: Call[]) => calls.filter(({ path }) => path === '/api/leads').length;

const companies = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => /Acme|Birch|Cedar/.exec(row.textContent ?? '')?.[0]);

test('A lead that came elsewhere announces itself, and no row moves until it is asked for', async () => {
  const { user, changeElsewhere } = await openList();
  await changeElsewhere(pageOf(cedar, acme, birch));
  const button = await screen.findByRole('button', { name: '1 new lead' });
  expect(button.closest('[role=status]')).not.toBeNull();
  expect(companies()).toEqual(['Acme', 'Birch']);
  expect(screen.getByText(/2 total results/)).toBeDefined();
  await user.click(button);
  await waitFor(() => expect(companies()).toEqual(['Cedar', 'Acme', 'Birch']));
  expect(screen.queryByRole('button', { name: '1 new lead' })).toBeNull();
  expect(screen.getByText(/3 total results/)).toBeDefined();
});

test('The keyboard shows them too, and keeps its place at the list', async () => {
  const { user, changeElsewhere } = await openList();
  await changeElsewhere(pageOf(cedar, acme, birch));
  (await screen.findByRole('button', { name: '1 new lead' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(companies()).toEqual(['Cedar', 'Acme', 'Birch']));
  expect(document.activeElement?.contains(screen.getByRole('table'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('A row that changed elsewhere changes where it stands, without a word', async () => {
  const { changeElsewhere } = await openList();
  await changeElsewhere(pageOf(acme, { ...birch, status: 'Live' }));
  await screen.findByTitle('Live');
  expect(companies()).toEqual(['Acme', 'Birch']);
  expect(screen.queryByRole('button', { name: /new lead|changed/ })).toBeNull();
});

test('A row that changed is shown changed also while new ones wait', async () => {
  const { changeElsewhere } = await openList();
  await changeElsewhere(pageOf(cedar, { ...acme, status: 'Live' }, birch));
  await screen.findByRole('button', { name: '1 new lead' });
  await screen.findByTitle('Live');
  await changeElsewhere(pageOf(cedar, { ...acme, status: 'contacted' }, birch));
  await screen.findByTitle(/Contacted/);
  expect(screen.getByRole('button', { name: '1 new lead' })).toBeDefined();
});

test('A row that went elsewhere stays until somebody wants to see it gone', async () => {
  const { user, changeElsewhere } = await openList();
  await changeElsewhere(pageOf(birch));
  const button = await screen.findByRole('button', { name: 'The list has changed' });
  expect(companies()).toEqual(['Acme', 'Birch']);
  await user.click(button);
  await waitFor(() => expect(companies()).toEqual(['Birch']));
});

test('A ticked row that was deleted elsewhere is no longer ticked, one that only left the page is', async () => {
  const { user, changeElsewhere, calls } = await openList();
  const box = (name: string) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
  await user.click(box('Acme'));
  await user.click(box('Birch'));
  await changeElsewhere(pageOf(cedar));
  await waitFor(() => expect(box('Acme').checked).toBe(false));
  expect(calls.some(({ path }) => path === '/api/leads/birch')).toBe(true);
  expect(box('Birch').checked).toBe(true);
});

test('A row that moves up in another order is no new lead', async () => {
  const { changeElsewhere } = await openList(<LeadsPage />, '/leads?sort=company_name');
  await changeElsewhere(pageOf(birch, cedar));
  await screen.findByRole('button', { name: 'The list has changed' });
});

test('The announcement goes when what it tells is taken back', async () => {
  const { changeElsewhere } = await openList();
  await changeElsewhere(pageOf(cedar, acme, birch));
  await screen.findByRole('button', { name: '1 new lead' });
  await changeElsewhere(pageOf(acme, birch));
  await waitFor(() => expect(screen.queryByRole('button', { name: /new lead/ })).toBeNull());
});

test('What was changed here shows at once and does not announce itself', async () => {
  const { user, server, queries, calls } = await openList();
  await user.click(screen.getByRole('button', { name: /Delete.*Acme/ }));
  const dialog = await screen.findByRole('dialog');
  server.page = pageOf(birch);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(companies()).toEqual(['Birch']));
  const before = calls.length;
  act(() => leadsChangedElsewhere(queries));
  await waitFor(() => expect(calls.length).toBeGreaterThan(before));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.queryByRole('button', { name: /new lead|changed/ })).toBeNull();
});

test('An answer that is older than what the list shows by then is not heeded', async () => {
  const { queries, server } = await openList();
  const late = heldAnswer({ json: pageOf(cedar, { ...acme, status: 'Live' }, birch) });
  const shown = new Set<unknown>();
  let asked = 0;
  answerCalls({
    'GET /api/leads': () => (++asked === 1 ? late.reply() : { json: server.page }),
    'GET /api/leads/count': { json: { count: 1 } },
  });
  act(() => leadsChangedElsewhere(queries));
  await waitFor(() => expect(asked).toBe(1));
  await act(() => queries.invalidateQueries({ queryKey: ['leads', 'list'] }));
  queries.getQueryCache().subscribe(({ query }) => shown.add(query.state.data?.leads?.[0]?.status));
  late.release();
  act(() => leadsChangedElsewhere(queries));
  await waitFor(() => expect(asked).toBe(3));
  await waitFor(() => expect(shown.size).toBeGreaterThan(0));
  expect(shown).not.toContain('Live');
  expect(companies()).toEqual(['Acme', 'Birch']);
  expect(screen.queryByRole('button', { name: /new lead/ })).toBeNull();
});

describe('What comes elsewhere while something is being changed here is looked for again:', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Something that asks for no leads when it is done. */
  function change(queries: QueryClient) {
    let done = () => {};
    const underWay = new Promise<void>((resolve) => {
      done = resolve;
    });
    void new MutationObserver(queries, { mutationFn: () => underWay }).mutate();
    return async () => {
      done();
      await act(() => vi.advanceTimersByTimeAsync(0));
    };
  }

  test('where the change began before it', async () => {
    const { queries, server, calls } = await openList();
    vi.useFakeTimers();
    const finish = change(queries);
    server.page = pageOf(cedar, acme, birch);
    const before = listsAsked(calls);
    act(() => leadsChangedElsewhere(queries));
    await finish();
    expect(listsAsked(calls)).toBe(before);
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(screen.getByRole('button', { name: '1 new lead' })).toBeDefined();
  });

  test('where it began before the answer was here', async () => {
    const { queries } = await openList();
    const late = heldAnswer({ json: pageOf(acme) });
    const calls = answerCalls({
      'GET /api/leads': () =>
        listsAsked(calls) === 1 ? late.reply() : { json: pageOf(cedar, acme, birch) },
      'GET /api/leads/count': { json: { count: 1 } },
    });
    vi.useFakeTimers();
    act(() => leadsChangedElsewhere(queries));
    const finish = change(queries);
    await act(() => vi.advanceTimersByTimeAsync(0));
    late.release();
    await act(() => vi.advanceTimersByTimeAsync(0));
    await finish();
    expect(listsAsked(calls)).toBe(1);
    expect(screen.queryByRole('button', { name: /new lead|changed/ })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(screen.getByRole('button', { name: '1 new lead' })).toBeDefined();
  });
});

test('The dashboard counts at once, and its recent leads announce new ones', async () => {
  const { user, changeElsewhere, calls } = await openList(<DashboardPage />, '/dashboard');
  const countsAsked = () => calls.filter(({ path }) => path === '/api/leads/count').length;
  await waitFor(() => expect(countsAsked()).toBe(5));
  await changeElsewhere(pageOf(cedar, acme, birch));
  await waitFor(() => expect(countsAsked()).toBe(10));
  await user.click(await screen.findByRole('button', { name: '1 new lead' }));
  await waitFor(() => expect(companies()).toEqual(['Cedar', 'Acme', 'Birch']));
});

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { aLead } from './lead.fixture.ts';

const leads = { json: { leads: [aLead()], total: 1 } };
const stillAsked = () => new Promise<never>(() => {});
const open = (as: 'partner' | 'admin' = 'partner') =>
  renderScreen(<DashboardPage />, { at: '/dashboard', as });

test('Each group is counted by a call of its own, and a failure reads 0 and is only logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const calls = answerCalls({
    'GET /api/leads': leads,
    'GET /api/leads/count': ({ query }) =>
      query.status_group?.includes('unqualified') ? { status: 500 } : { json: { count: 1_204 } },
  });
  open();
  const cards = within(screen.getByRole('list', { name: 'Leads by status' }));
  await waitFor(() =>
    expect(cards.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'In Progress1,204',
      'Live1,204',
      'Unqualified0',
      'Application Sent1,204',
      'Applications Submitted1,204',
    ]),
  );
  // spec §2: the card of submitted applications leads to a group of another name.
  expect(cards.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    ['In+Progress', 'Live', 'Unqualified', 'Application+Sent', 'Application+Submitted'].map(
      (group) => `/leads?status=${group}`,
    ),
  );
  const groups = calls.flatMap(({ query }) => query.status_group ?? []);
  expect(new Set(groups).size).toBe(5);
  expect(groups).toHaveLength(5);
  expect(toasts()).toEqual([]);
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});

test('Recent Leads asks for the newest five', async () => {
  const calls = answerCalls({
    'GET /api/leads': leads,
    'GET /api/leads/count': { json: { count: 1 } },
  });
  open();
  await screen.findByText('Acme Ltd');
  const asked = calls.filter(({ path }) => path === '/api/leads');
  expect(asked.map(({ query }) => query)).toEqual([{ limit: '5', offset: '0' }]);
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/leads');
});

test.each([
  ['partner', ['Company', 'Contact', 'Status', 'Date Added', 'Details']],
  ['admin', ['Company', 'Partner', 'Contact', 'Status', 'Date Added', 'Details']],
] as const)('Recent Leads has these columns for the role %s: %s', async (as, columns) => {
  answerCalls({
    'GET /api/leads': leads,
    'GET /api/leads/count': { json: { count: 1 } },
    'GET /api/movement': stillAsked,
    'GET /api/movement/stuck': stillAsked,
    'GET /api/companies/totals': stillAsked,
  });
  open(as);
  const table = within(await screen.findByRole('table', { name: 'Recent Leads' }));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(columns);
});

test('All that the dashboard shows is asked for at once, and each of it once', async () => {
  const asked: string[] = [];
  let answerAll = () => {};
  const allAsked = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  // Whoever waited for one answer before asking for the next would wait for ever.
  const withAllOthers = async <Answer,>(what: string, answer: Answer) => {
    if (asked.push(what) === 6) answerAll();
    await allAsked;
    return answer;
  };
  answerCalls({
    'GET /api/leads': () => withAllOthers('leads', leads),
    'GET /api/leads/count': ({ query }) =>
      withAllOthers(query.status_group ?? '', { json: { count: 7 } }),
  });
  open();
  await screen.findByText('Acme Ltd');
  await waitFor(() => expect(screen.getAllByText('7')).toHaveLength(5));
  expect(new Set(asked).size).toBe(6);
  expect(asked).toHaveLength(6);
});

test('The buttons lead to adding and uploading', () => {
  answerCalls({ 'GET /api/leads': leads, 'GET /api/leads/count': { json: { count: 1 } } });
  open();
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(target('Add Lead')).toBe('/leads/add');
  expect(target('Upload Leads')).toBe('/leads/upload');
});

test('Leads that cannot be loaded are told, and can be asked for again', async () => {
  let tries = 0;
  answerCalls({
    'GET /api/leads': () => {
      if (++tries === 1) throw new TypeError('Failed to fetch');
      return leads;
    },
    'GET /api/leads/count': { json: { count: 0 } },
    'GET /api/movement': stillAsked,
    'GET /api/movement/stuck': stillAsked,
    'GET /api/companies/totals': stillAsked,
    'GET /api/statements': stillAsked,
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Acme Ltd');
  expect(toasts()).toEqual([
    { title: 'Error', message: 'Failed to load leads. Please try again.', seconds: 5 },
  ]);
});

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { aLead } from './lead.fixture.ts';

const leads = { json: { leads: [aLead()], total: 1 } };
const open = () => renderScreen(<DashboardPage />, { at: '/dashboard' });

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
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Acme Ltd');
  expect(toasts()).toEqual([
    { title: 'Error', message: 'Failed to load leads. Please try again.', seconds: 5 },
  ]);
});

// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { aLead } from './lead.fixture.ts';

let letChartsCome = () => {};

/** The code of the charts stays away until the test lets it come. */
beforeEach(() => {
  vi.resetModules();
  const arrival = new Promise<void>((resolve) => {
    letChartsCome = resolve;
  });
  vi.doMock('#web/movement/Movement.shared.tsx', async (original) => {
    await arrival;
    return original();
  });
});

const ofEverybody = [
  '/api/companies/totals',
  '/api/leads',
  ...Array.from({ length: 5 }, () => '/api/leads/count'),
  '/api/movement',
  '/api/movement/stuck',
];

test.each([
  ['partner', [...ofEverybody, '/api/statements']],
  ['admin', [...ofEverybody, '/api/partners']],
] as const)(
  'All that the dashboard shows to the role %s is asked for before anything is answered, charts without their code too, and once',
  async (as, expected) => {
    let answer = () => {};
    const answers = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const withAllOthers = (json: object) => async () => {
      await answers;
      return { json };
    };
    const calls = answerCalls({
      'GET /api/leads': withAllOthers({ leads: [aLead()], total: 1 }),
      'GET /api/leads/count': withAllOthers({ count: 7 }),
      'GET /api/movement': withAllOthers(movement),
      'GET /api/movement/stuck': withAllOthers({ leads: [], total: 0 }),
      'GET /api/partners': withAllOthers({ partners: [] }),
      'GET /api/companies/totals': withAllOthers(noSums),
      'GET /api/statements': withAllOthers({}),
    });
    const asked = () => calls.map(({ path }) => path).toSorted();
    const { renderScreen } = await import('#test/render.tsx');
    const { DashboardPage } = await import('./DashboardPage.tsx');
    renderScreen(<DashboardPage />, { at: '/dashboard', as });
    await waitFor(() => expect(asked()).toEqual(expected));
    await act(async () => answer());
    await screen.findByText('Acme Ltd');
    letChartsCome();
    await screen.findByText('Nothing is stuck');
    expect(asked()).toEqual(expected);
  },
);

const movement = {
  weeks: [{ week: '2026-10-05', submitted: 0, won: 0 }],
  before: { submitted: 0, won: 0 },
  days_to_live: { median: null, leads: 0 },
  stages: [],
  stages_since: '2026-01-01',
  partners: [],
};
const noSums = {
  totals: { companies: 0, not_available: {} },
  earned: '0.00',
  partners: [],
  partners_total: 0,
  currency: 'USD',
};

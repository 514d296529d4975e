// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { stayAtNoon } from '#test/fixed-clock.ts';
import { renderScreen } from '#test/render.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { aLead } from './lead.fixture.ts';

stayAtNoon();

/** Charts ask for nothing by themselves until the test lets their code come. */
const code = vi.hoisted(() => ({ arrival: Promise.resolve(), arrive: () => {} }));
vi.mock('#web/movement/Movement.shared.tsx', async (original) => {
  const { Movement } = await original<typeof import('#web/movement/Movement.shared.tsx')>();
  return {
    Movement: () => {
      const [isHere, setIsHere] = useState(false);
      useEffect(() => {
        code.arrival.then(() => setIsHere(true));
      }, []);
      return isHere && <Movement />;
    },
  };
});
beforeEach(() => {
  code.arrival = new Promise<void>((resolve) => {
    code.arrive = resolve;
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
  ['admin', [...ofEverybody, '/api/disk', '/api/partners'].toSorted()],
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
      'GET /api/disk': withAllOthers({ disk: null }),
      'GET /api/partners': withAllOthers({ partners: [] }),
      'GET /api/companies/totals': withAllOthers(noSums),
      'GET /api/statements': withAllOthers({}),
    });
    const asked = () => calls.map(({ path }) => path).toSorted();
    await import('#web/movement/Movement.shared.tsx');
    renderScreen(<DashboardPage />, { at: '/dashboard', as });
    await waitFor(() => expect(asked()).toEqual(expected));
    await act(async () => answer());
    await screen.findByText('Acme Ltd');
    await act(async () => code.arrive());
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

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { totals } from './company.fixture.ts';
import { MoneyTotals } from './MoneyTotals.shared.tsx';

const sums = (change = {}) => ({
  json: {
    totals: totals(),
    earned: '1248.00',
    partners: [],
    partners_total: 0,
    currency: 'USD',
    ...change,
  },
});
const change = {
  id: 'e1',
  kind: 'commission',
  at: '2026-10-05T10:00:00.000Z',
  by: null,
  source: 'portal',
  changes: { alltime_commission_payable: { from: '2.50', to: '1250.50' } },
  explanations: {},
  reason: 'Fees of October',
  company: { id: '3', name: 'Acme Ltd' },
};
const open = (as: 'partner' | 'admin', partnerId?: string) =>
  renderScreen(<MoneyTotals {...(partnerId && { partnerId })} />, { as });

test('A partner sees what they earned this quarter and why, with the way to the statement', async () => {
  answerCalls({
    'GET /api/companies/totals': sums(),
    'GET /api/statements': { json: { statement: { changes: [change] } } },
  });
  open('partner');
  const earned = (await screen.findByText('Earned this quarter')).closest('div');
  await within(earned ?? document.body).findByText('+1,248.00');
  expect((await screen.findByText('Acme Ltd')).closest('li')?.textContent).toContain(
    'Fees of October+1,248.00',
  );
  expect(screen.getByRole('link', { name: 'Statement' }).getAttribute('href')).toBe('/statements');
});

test('An administrator sees the five partners with the most; on the page of one, theirs', async () => {
  const partners = Array.from({ length: 7 }, (_, n) => {
    return { partner_id: `${n}`, partner_name: `P${n}`, earned: '0.00', totals: totals() };
  });
  const calls = answerCalls({
    'GET /api/companies/totals': sums({ partners, partners_total: 7 }),
    'GET /api/statements': { json: { statement: { changes: [] } } },
  });
  const { unmount } = open('admin');
  await screen.findByText('P4');
  expect(screen.queryByText('P5')).toBeNull();
  expect(screen.getByRole('link', { name: 'and 2 more partners' }).getAttribute('href')).toBe(
    '/live',
  );
  unmount();
  open('admin', '7');
  await screen.findByText('No commissions have changed this quarter.');
  const asked = calls.filter(({ path }) => path !== '/api/partners');
  expect(asked.map(({ query }) => query.partner_id)).toEqual([undefined, '7', '7']);
  expect(screen.getByRole('link', { name: 'Statement' }).getAttribute('href')).toBe(
    '/statements?partner=7',
  );
});

test('What is counted is said, and a partner whose companies are no longer live is no partner without amounts', async () => {
  const none = totals({
    companies: 0,
    alltime_commission_payable: null,
    not_available: { commission_payable_to_partner: 0, alltime_commission_payable: 0 },
  });
  const partners = [{ partner_id: '1', partner_name: 'Left', earned: '8.00', totals: none }];
  answerCalls({ 'GET /api/companies/totals': sums({ partners, partners_total: 1 }) });
  open('admin');
  expect((await screen.findByText('Left')).closest('tr')?.textContent).toBe(
    'Left+8.00, statement of LeftNone liveNone live',
  );
  expect(
    screen.getByText(
      'Payable and alltime are of live companies; earned is of all, also of those that are no longer live.',
    ),
  ).toBeDefined();
});

test.each([
  [
    'nothing is live and nothing was earned',
    sums({ totals: totals({ companies: 0 }), earned: '0.00' }),
  ],
  ['the sums cannot be loaded', { status: 500, json: { error: 'No' } }],
])('Where %s, the dashboard goes without', async (_, answer) => {
  const calls = answerCalls({
    'GET /api/companies/totals': answer,
    'GET /api/statements': { json: { statement: { changes: [] } } },
  });
  open('partner');
  await waitFor(() => expect(screen.queryByText('Commissions')).toBeNull());
  expect(calls.length).toBeGreaterThan(0);
});

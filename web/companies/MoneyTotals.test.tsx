// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { totals } from './company.fixture.ts';
import { MoneyTotals } from './MoneyTotals.shared.tsx';
import { latestText } from './money-text.ts';

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
const latest = (changes: object[], changes_total = changes.length) => ({
  json: { statement: { changes, changes_total, currency: 'USD' } },
});
const open = (as: 'partner' | 'admin', partnerId?: string) =>
  renderScreen(<MoneyTotals {...(partnerId && { partnerId })} />, { as });

test('A partner sees what they earned this quarter and why, with the way to the statement', async () => {
  answerCalls({
    'GET /api/companies/totals': sums(),
    'GET /api/statements': latest([change]),
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
    'GET /api/statements': latest([]),
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

test('Of many reasons the latest three stand there, which say of how many, and lead to the statement', async () => {
  const changes = ['1', '2', '3', '4'].map((id) => ({ ...change, id, reason: `Fees ${id}` }));
  answerCalls({
    'GET /api/companies/totals': sums(),
    'GET /api/statements': ({ query }) => latest(changes.slice(-Number(query.limit ?? 200)), 12),
  });
  open('admin', '7');
  const link = await screen.findByRole('link', { name: '3 of 12 changes this quarter' });
  expect(link.getAttribute('href')).toBe('/statements?partner=7');
  const list = screen.getByRole('list', { name: 'Latest changes of commissions' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByText('Fees 1')).toBeNull();
});

test.each([
  [1, 'The only change this quarter'],
  [2, 'All 2 changes this quarter'],
])('Where %i is all there is, it says so', (total, text) => {
  expect(latestText(total, total)).toBe(text);
});

test('A reason comes with what explains the growth beside it, and what was only paid out says so', async () => {
  const payable = (from: string | null, to: string) => ({
    commission_payable_to_partner: { from, to },
  });
  const explained = (rate: string, base: string) => ({
    commission_payable_to_partner: { rate, base },
  });
  const grown = { alltime_commission_payable: { from: '0.00', to: '1248.00' } };
  const changes = [
    {
      ...change,
      id: 'first',
      changes: { ...grown, ...payable('0.00', '1248.00') },
      explanations: explained('12', '10400.00'),
    },
    {
      ...change,
      id: 'more',
      reason: 'Fees of November',
      changes: { ...grown, ...payable('1248.00', '2496.00') },
      // Of the whole amount, not of what came on top.
      explanations: explained('12', '20800.00'),
    },
    {
      ...change,
      id: 'paid',
      reason: 'Paid',
      changes: payable('2496.00', '0.00'),
      at: '2026-11-06',
    },
  ];
  answerCalls({ 'GET /api/companies/totals': sums(), 'GET /api/statements': latest(changes) });
  open('partner');
  const list = await screen.findByRole('list', { name: 'Latest changes of commissions' });
  const lines = within(list).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent?.replace(/[A-Z][a-z]{2} \d+, \d{4}$/, ''))).toEqual([
    'Acme LtdPaid−2,496.00payable · ',
    'Acme LtdFees of November+1,248.00',
    'Acme LtdFees of October · 12\u00A0% of 10,400.00+1,248.00',
  ]);
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
      'Payable and alltime are of live companies. Earned is by how much alltime commissions grew, also of companies that are no longer live.',
    ),
  ).toBeDefined();
});

test.each([
  [1, '1 live company without an alltime commission'],
  [4, '4 live companies without an alltime commission'],
])(
  'Of %i without an alltime commission it is said that they are not counted',
  async (count, text) => {
    const not_available = { commission_payable_to_partner: 0, alltime_commission_payable: count };
    answerCalls({ 'GET /api/companies/totals': sums({ totals: totals({ not_available }) }) });
    open('admin');
    await screen.findByText(new RegExp(`Not counted: ${text}\\.$`));
  },
);

test('Where nothing is live and nothing was earned, the dashboard goes without', async () => {
  const calls = answerCalls({
    'GET /api/companies/totals': sums({ totals: totals({ companies: 0 }), earned: '0.00' }),
    'GET /api/statements': latest([]),
  });
  open('partner');
  await waitFor(() => expect(screen.queryByText('Commissions')).toBeNull());
  expect(calls.length).toBeGreaterThan(0);
});

test.each([
  ['partner', '/api/companies/totals', 'The totals could not be loaded.', '1,250.50'],
  ['admin', '/api/companies/totals', 'The totals could not be loaded.', '1,250.50'],
  ['partner', '/api/statements', 'The latest changes could not be loaded.', 'Fees of October'],
] as const)('Told to a %s that %s fails: %s', async (as, path, text, there) => {
  let fails = true;
  const answers = { '/api/companies/totals': sums(), '/api/statements': latest([change]) };
  answerCalls({
    'GET /api/companies/totals': answers['/api/companies/totals'],
    'GET /api/statements': answers['/api/statements'],
    [`GET ${path}`]: () => (fails ? { status: 500, json: { error: 'No' } } : answers[path]),
  });
  const { user } = open(as);
  await screen.findByText(text);
  expect(screen.getByRole('heading', { name: /Commissions/ })).toBeDefined();
  expect(screen.queryByText(there)).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(there);
  expect(screen.queryByText(text)).toBeNull();
});

test('What explains what was earned comes before what was only paid out since', async () => {
  const paid = (id: string) => ({
    ...change,
    id,
    reason: `Paid ${id}`,
    changes: { commission_payable_to_partner: { from: '1.00', to: '0.00' } },
  });
  const earned = (id: string) => ({ ...change, id, reason: `Fees ${id}` });
  const changes = [earned('1'), earned('2'), paid('3'), paid('4'), paid('5')];
  answerCalls({ 'GET /api/companies/totals': sums(), 'GET /api/statements': latest(changes) });
  open('partner');
  const list = await screen.findByRole('list', { name: 'Latest changes of commissions' });
  const reasons = within(list).getAllByText(/^(Fees|Paid)/);
  expect(reasons.map(({ textContent }) => textContent)).toEqual(['Paid 5', 'Fees 2', 'Fees 1']);
});

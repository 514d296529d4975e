// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { company, totals } from './company.fixture.ts';
import { LiveCompaniesPage } from './LiveCompaniesPage.tsx';

const list = (change = {}, sums = totals()) => ({
  json: {
    companies: [company(change)],
    total: 1,
    totals: sums,
    currency: 'EUR',
    source: 'portal',
    as_of: null,
  },
});
const open = (as: 'partner' | 'admin', at = '/live') =>
  renderScreen(<LiveCompaniesPage />, { at, as });
const figure = (name: string) =>
  screen.getByText(name).closest('div')?.textContent?.replace(/\s+/g, ' ');

test('Above the list stand the totals of what it shows, and how many have none', async () => {
  const sums = totals({
    companies: 4,
    commission_payable_to_partner: '1234567.50',
    not_available: { commission_payable_to_partner: 3, alltime_commission_payable: 4 },
    alltime_commission_payable: null,
  });
  answerCalls({ 'GET /api/companies/live': list({}, sums) });
  open('partner');
  await screen.findByText('1,234,567.50');
  expect(figure('Commission payable')).toBe('Commission payable1,234,567.503 not available');
  expect(figure('Alltime commission')).toBe('Alltime commissionNot available4 not available');
  expect(screen.getByText('in EUR')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'By partner' })).toBeNull();
});

test('An administrator opens the totals by partner, of what the filter shows, with each page and statement', async () => {
  const partners = [
    { partner_id: '7', partner_name: 'Nora', earned: '-12.50', totals: totals() },
    { partner_id: '8', partner_name: null, earned: '2400.00', totals: totals() },
    { partner_id: '2', partner_name: 'Ada Admin', earned: '1.00', totals: totals() },
  ];
  const calls = answerCalls({
    'GET /api/companies/live': list(),
    'GET /api/partners': { json: { partners: [{ id: '7', name: 'Nora', company: null }] } },
    'GET /api/companies/totals': {
      json: { totals: totals(), partners, partners_total: 3, earned: '0.00', currency: 'EUR' },
    },
  });
  const { user } = open('admin', '/live?search=ac');
  await user.click(await screen.findByRole('button', { name: 'By partner' }));
  const table = within(await screen.findByRole('table', { name: /Commissions by partner/ }));
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Partner', 'Earned this quarter', 'Payable', 'Alltime']);
  const row = (await table.findByText('Nora')).closest('tr');
  expect(row?.textContent).toBe('Nora−12.50, statement of NoraNot available1,250.50');
  const links = table.getAllByRole('link').map((a) => [a.textContent, a.getAttribute('href')]);
  expect(links).toEqual([
    ['Nora', '/partners/7'],
    ['−12.50, statement of Nora', '/statements?partner=7'],
    ['+2,400.00, statement of Unknown Partner', '/statements?partner=8'],
  ]);
  expect(table.getByText('Unknown Partner').closest('tr')?.textContent).toContain('+2,400.00');
  const asked = calls.find(({ path }) => path === '/api/companies/totals');
  expect(asked?.query).toMatchObject({ search: 'ac' });
});

test('Amounts and rates read as their reader writes numbers, with the decimals of the currency', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  const explained = {
    commission_payable_to_partner: '1300.00',
    commission_payable_rate: '12.5',
    commission_payable_base: '10400.00',
  };
  const answer = list(explained, totals({ commission_payable_to_partner: '1234567.00' }));
  answer.json.currency = 'JPY';
  answerCalls({ 'GET /api/companies/live': answer });
  open('partner');
  await screen.findByText('12,5 % of 10.400');
  expect(screen.getByText('1.234.567')).toBeDefined();
  expect(screen.getByText('1.300', { selector: 'td *' })).toBeDefined();
  vi.restoreAllMocks();
});

test('How an amount comes about stands below it', async () => {
  const explained = {
    commission_payable_to_partner: '1248.00',
    commission_payable_rate: '12',
    commission_payable_base: '10400.00',
  };
  answerCalls({ 'GET /api/companies/live': list(explained) });
  open('partner');
  await screen.findByText('12 % of 10,400.00');
});

const editor = async (answers: Parameters<typeof answerCalls>[0], change = {}) => {
  const calls = answerCalls({
    'GET /api/companies/live': list(change),
    'GET /api/partners': { json: { partners: [] } },
    ...answers,
  });
  const { user } = open('admin');
  await user.click(await screen.findByRole('button', { name: /Edit commissions of/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit commissions' }));
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { user, dialog, sent };
};
const path = `PUT /api/companies/${company().id}`;

test('A rate and a base fill in the amount, which is sent with the reason and the version that was read', async () => {
  const { user, dialog, sent } = await editor({
    [path]: {
      json: { company: company({ commission_payable_to_partner: '1248.00', version: 2 }) },
    },
  });
  await user.type(dialog.getByLabelText('Commission Payable rate, per cent'), '12');
  await user.type(dialog.getByLabelText('Commission Payable base'), '10400');
  await user.type(dialog.getByLabelText('Reason (optional)'), 'Fees of October');
  const amount = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Commission Payable' });
  expect(amount.value).toBe('1248.00');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('1,248.00', { selector: 'td *' });
  expect(sent()).toMatchObject([
    {
      commission_payable_to_partner: '1248.00',
      commission_payable_rate: '12',
      commission_payable_base: '10400',
      reason: 'Fees of October',
      version: 1,
    },
  ]);
  expect(figure('Commission payable')).toBe('Commission payable1,248.00');
});

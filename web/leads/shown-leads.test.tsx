// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { LeadsPage } from './LeadsPage.tsx';
import { aLead } from './lead.fixture.ts';

/** Without the last, which is of cards. */
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .slice(0, -1);
const options = (name: string) =>
  [...screen.getByRole<HTMLSelectElement>('combobox', { name }).options].map(({ text }) => text);

test('A partner sees the columns of the specification and each lead’s facts', async () => {
  const lead = aLead({
    website: 'https://www.acme.example',
    title: 'CEO',
    created_at: '2026-03-05T12:00:00',
  });
  answerCalls({ 'GET /api/leads': { json: { leads: [lead], total: 1 } } });
  renderScreen(<LeadsPage />, { at: '/leads' });
  const row = within((await screen.findByText('Acme Ltd')).closest('tr') ?? document.body);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Leads Management');
  expect(heads()).toEqual([
    'Company',
    'Contact',
    'Email',
    'Phone',
    'Status',
    'Date Added',
    'Actions',
  ]);
  const site = row.getByRole('link', { name: 'acme.example' });
  expect(site.getAttribute('href')).toBe('https://www.acme.example/');
  for (const fact of ['Ada Lovelace', 'CEO', 'Mar 5, 2026']) row.getByText(fact);
});

test('An administrator sees partners second, and Unknown Partner where one is gone', async () => {
  const partner = { id: '7', name: 'Nora', email: 'n@x.example', company: 'X' };
  const leads = [
    aLead({ id: '1', company_name: 'Of Nora', partner_id: '7', partner_name: 'Nora' }),
    aLead({ id: '2', company_name: 'Of nobody', partner_id: '8', partner_name: null }),
  ];
  answerCalls({
    'GET /api/leads': { json: { leads, total: 2 } },
    'GET /api/partners': { json: { partners: [partner] } },
  });
  renderScreen(<LeadsPage />, { at: '/leads', as: 'admin' });
  const rowOf = async (company: string) => (await screen.findByText(company)).closest('tr');
  expect((await rowOf('Of Nora'))?.textContent).toContain('Nora');
  expect((await rowOf('Of nobody'))?.textContent).toContain('Unknown Partner');
  expect(heads().slice(0, 2)).toEqual(['Company', 'Partner']);
  const filter = screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter by partner' });
  expect(filter.value).toBe('All Partners');
});

test('The status filter offers All Statuses and the five groups', async () => {
  answerCalls({ 'GET /api/leads': { json: { leads: [], total: 0 } } });
  renderScreen(<LeadsPage />, { at: '/leads' });
  await screen.findByText('No leads found');
  expect(options('Filter by status')).toEqual([
    'All Statuses',
    'In Progress',
    'Live',
    'Unqualified',
    'Application Sent',
    'Application Submitted',
  ]);
});

test('Pages, sizes and the four buttons ask for the server’s pages', async () => {
  const all = Array.from({ length: 12 }, (_, n) =>
    aLead({ id: String(n), company_name: `Company ${n + 1}` }),
  );
  answerCalls({
    'GET /api/leads': ({ query: { offset, limit } }) => ({
      json: { leads: all.slice(Number(offset), Number(offset) + Number(limit)), total: 12 },
    }),
  });
  const { user } = renderScreen(<LeadsPage />, { at: '/leads' });
  const rows = () => screen.getAllByRole('link', { name: /^Company \d+$/ }).length;
  const button = (name: string) => screen.getByRole('button', { name });
  const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
  const shows = (text: string, count: number) =>
    waitFor(() => {
      expect(screen.getByText(text)).toBeDefined();
      expect(rows()).toBe(count);
    });
  const [first, last] = ['Page 1 of 2 (12 total results)', 'Page 2 of 2 (12 total results)'];
  await shows(first, 10);
  await user.click(button('Next'));
  await shows(last, 2);
  expect([isOff('Next'), isOff('Last')]).toEqual([true, true]);
  await user.click(button('Previous'));
  await shows(first, 10);
  expect([isOff('First'), isOff('Previous')]).toEqual([true, true]);
  await user.click(button('Last'));
  await shows(last, 2);
  await user.click(button('First'));
  await shows(first, 10);
  expect(options('Rows per page')).toEqual(['5', '10', '20', '30', '40', '50']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '5');
  await shows('Page 1 of 3 (12 total results)', 5);
});

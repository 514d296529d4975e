// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Statement } from '#contract/statements.ts';
import { answerCalls } from '#test/fake-server.ts';
import { stayAtNoon } from '#test/fixed-clock.ts';
import { renderScreen } from '#test/render.tsx';
import { momentsOf } from './period.ts';
import { StatementPage } from './StatementPage.tsx';
import { statementMessages } from './statement-text.ts';

stayAtNoon();

const sums = (payable: string, alltime: string) => ({
  commission_payable_to_partner: payable,
  alltime_commission_payable: alltime,
});
/** Of the reader's own day, wherever the test runs. */
const noonOf = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day, 12).toISOString();
const statement = (change: Partial<Statement> = {}): Statement => ({
  partner: { id: '7', name: 'Nora', company: 'Northwind' },
  ...momentsOf({ from: '2025-10-01', to: '2025-12-31' }),
  opening: sums('0.00', '100.00'),
  changed: sums('-5.00', '2400.50'),
  closing: sums('-5.00', '2500.50'),
  companies: 3,
  not_available: { commission_payable_to_partner: 2, alltime_commission_payable: 0 },
  unrecorded: { companies: 0, before: null },
  changes: [
    {
      id: 'e1',
      kind: 'commission',
      at: noonOf(2025, 10, 5),
      by: { id: '9', name: 'Ada Office', role: 'admin' },
      source: 'portal',
      changes: { alltime_commission_payable: { from: '100.00', to: '2500.50' } },
      explanations: { alltime_commission_payable: { rate: '12.5', base: '20004.00' } },
      reason: 'Fees of October',
      company: { id: '3', name: 'Acme Ltd' },
    },
  ],
  changes_total: 1,
  currency: 'USD',
  source: 'portal',
  as_of: null,
  ...change,
});
const answer = (change: Partial<Statement> = {}) => ({ json: { statement: statement(change) } });
/** What the last column of the summary is called, above it and on its cells, each name once. */
const closingsOfSummary = () => {
  const summary = screen.getByRole('region', { name: 'Summary' });
  const head = within(summary).getAllByRole('columnheader').at(-1)?.textContent;
  const cells = [...summary.querySelectorAll<HTMLElement>('tbody td:last-child')];
  return [...new Set([head, ...cells.map(({ dataset }) => dataset.label)])];
};
const open = (as: 'partner' | 'admin' = 'partner', at = '/statements') =>
  renderScreen(<StatementPage />, { at, as });

test('A statement tells what was earned, the opening, each change with its reason, and the closing', async () => {
  const calls = answerCalls({ 'GET /api/statements': answer() });
  open();
  const sheet = within(await screen.findByRole('article', { name: 'Statement' }));
  expect(closingsOfSummary()).toEqual(['Closing']);
  expect(sheet.getByText('Earned in this period').parentElement?.textContent).toContain(
    'USD\u00A02,400.50',
  );
  expect(sheet.getByText('Oct 1, 2025 – Dec 31, 2025')).toBeDefined();
  const rows = within(sheet.getByRole('table', { name: 'Changes' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    'Oct 1, 2025Opening0.00100.00',
    'Oct 5, 2025Acme LtdFees of OctoberAlltime Commission: 12.5\u00A0% of 20,004.00 · Ada Office+2,400.50then 2,500.50',
    'Dec 31, 2025Closing−5.002,500.50',
  ]);
  expect(
    sheet.getByText('Not counted, of 3 live companies: 2 without a commission payable.'),
  ).toBeDefined();
  expect(sheet.getByText(statementMessages.afterHint)).toBeDefined();
  const quarter = momentsOf({ from: '2026-10-01', to: '2026-12-31' });
  expect(calls.find(({ path }) => path === '/api/statements')?.query).toEqual(quarter);
});

test('A partner, their company and who made a change are not available where they are called nan', async () => {
  const [change] = statement().changes;
  if (!change) throw new Error('The statement has no change');
  const by = { id: '9', name: 'nan', role: 'admin' } as const;
  const partner = { id: '7', name: 'nan', company: 'null' };
  answerCalls({ 'GET /api/statements': answer({ partner, changes: [{ ...change, by }] }) });
  open();
  const sheet = within(await screen.findByRole('article', { name: 'Statement' }));
  expect(sheet.getAllByText('Not available')).toHaveLength(3);
  expect(sheet.queryByText(/^(nan|null)$/)).toBeNull();
});

test('On paper it says of which portal it is and on which day it was made', async () => {
  answerCalls({ 'GET /api/statements': answer() });
  open();
  const sheet = within(await screen.findByRole('article', { name: 'Statement' }));
  const head = sheet.getByText('Partner Portal').parentElement;
  expect(head?.textContent).toBe('Partner PortalMade on Nov 16, 2026');
});

test('A period that is not over yet closes today, so far, and the summary calls it the same', async () => {
  const running = momentsOf({ from: '2025-10-01', to: '2999-12-31' });
  answerCalls({ 'GET /api/statements': answer(running) });
  open();
  const closing = (await screen.findByRole('rowheader', { name: 'Closing so far' })).closest('tr');
  expect(closing?.textContent).toContain('Nov 16, 2026');
  expect(closingsOfSummary()).toEqual(['Closing so far']);
});

test('What was there before changes were recorded is said of the opening', async () => {
  const unrecorded = { companies: 2, before: noonOf(2026, 11, 16) };
  answerCalls({ 'GET /api/statements': answer({ unrecorded }) });
  open();
  await screen.findByText(
    'Changes before Nov 16, 2026 are not recorded: the opening has the amounts of 2 companies as they were then.',
  );
});

test('A partner is not misled by an address that names another, and chooses the days by presets', async () => {
  const calls = answerCalls({ 'GET /api/statements': answer({ changes: [], changes_total: 0 }) });
  const { user, address } = open('partner', '/statements?partner=8&from=2026-02-01&to=2026-02-28');
  await screen.findByText('No commissions have changed in this period.');
  expect(calls.at(-1)?.query).toEqual(momentsOf({ from: '2026-02-01', to: '2026-02-28' }));
  expect(screen.queryByLabelText('Filter by partner')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'This year' }));
  expect(address()).toBe('/statements?from=2026-01-01&to=2026-12-31');
  expect(screen.getByRole('button', { name: 'This year' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});

test('An administrator is asked whose; a period that ends before it begins is not asked for', async () => {
  const calls = answerCalls({ 'GET /api/partners': { json: { partners: [] } } });
  const { unmount } = open('admin');
  await screen.findByText('Choose a partner to see their statement.');
  unmount();
  open('admin', '/statements?partner=7&from=2026-03-01&to=2026-02-01');
  await screen.findByText('The period must end after it begins.');
  expect(calls.filter(({ path }) => path.startsWith('/api/statements'))).toEqual([]);
});

test('Days that make no period offer nothing to print or save, also after a statement was shown', async () => {
  answerCalls({ 'GET /api/statements': answer() });
  open('partner', '/statements?from=2026-02-01&to=2026-02-28');
  await screen.findByRole('button', { name: 'Print' });
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-01-31' } });
  await screen.findByText('The period must end after it begins.');
  expect(screen.queryByRole('article', { name: 'Statement' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
});

test.each([
  ['2026-02-31', 'There is no day 2026-02-31. Choose the days of the statement.'],
  ['Call+us', 'There is no such day. Choose the days of the statement.'],
])(
  'Of the day %s, which does not exist, no other days are shown in its place',
  async (day, text) => {
    const calls = answerCalls({ 'GET /api/statements': answer() });
    const { user } = open('partner', `/statements?from=${day}&to=2026-03-31`);
    await screen.findByText(text);
    expect(calls.filter(({ path }) => path.startsWith('/api/statements'))).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'This year' }));
    await screen.findByRole('article', { name: 'Statement' });
  },
);

test('The name on a statement leads an administrator to the page of the partner', async () => {
  answerCalls({
    'GET /api/statements': answer(),
    'GET /api/partners': { json: { partners: [{ id: '7', name: 'Nora', company: null }] } },
  });
  open('admin', '/statements?partner=7');
  const heading = within(await screen.findByRole('heading', { level: 2, name: 'Nora' }));
  expect(heading.getByRole('link').getAttribute('href')).toBe('/partners/7');
});

test('It is printed, and saved as a file of the same days', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }),
  );
  const calls = answerCalls({
    'GET /api/statements': answer(),
    'GET /api/statements/export': { text: 'Date' },
    'GET /api/partners': { json: { partners: [] } },
  });
  const { user } = open('admin', '/statements?partner=7&from=2026-02-01&to=2026-02-28');
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/statements/export'));
  expect(calls.at(-1)?.query).toEqual({
    partner_id: '7',
    ...momentsOf({ from: '2026-02-01', to: '2026-02-28' }),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

test.each([
  [404, 'There is no such partner.'],
  [500, 'The statement could not be loaded.'],
])('An answer of %s says: %s', async (status, text) => {
  answerCalls({ 'GET /api/statements': { status, json: { error: 'No' } } });
  open();
  await screen.findByText(text);
});

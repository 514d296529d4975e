// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { shortDate } from '#web/ui/format.ts';
import { LeadsPage } from '../LeadsPage.tsx';
import { aLead } from '../lead.fixture.ts';

const lead = aLead();

async function open(at = '/leads', as: 'partner' | 'admin' = 'admin', leads = [lead]) {
  const calls = answerCalls({
    'GET /api/leads': { json: { leads, total: leads.length } },
    'GET /api/partners': { json: { partners: [] } },
    'GET /api/views': { json: { views: [] } },
    [`POST /api/leads/${lead.id}/restore`]: { json: { lead } },
  });
  const opened = renderScreen(<LeadsPage />, { at, as });
  await screen.findByText(leads.length > 0 ? 'Acme Ltd' : 'No leads found');
  return { ...opened, calls };
}

async function openPanel(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: /^Filters/ }));
  const panel = await screen.findByRole('dialog', { name: 'Filters' });
  await within(panel).findByRole('button', { name: 'Done' });
  return within(panel);
}

test('Each choice in the panel narrows the list at once, and stands in its address', async () => {
  const { user, address, calls } = await open('/leads?status=Live&page=2');
  const panel = await openPanel(user);
  await user.click(panel.getByRole('checkbox', { name: 'Contacted' }));
  await user.click(panel.getByRole('checkbox', { name: 'Closed Won' }));
  expect(address()).toBe('/leads?statuses=contacted%2Cclosed+won');
  fireEvent.change(panel.getByLabelText('Added from'), { target: { value: '2026-11-01' } });
  await user.type(panel.getByRole('textbox', { name: 'Country' }), 'Germany{Enter}');
  await user.selectOptions(panel.getByRole('combobox', { name: 'Source' }), 'API');
  await user.click(panel.getByRole('checkbox', { name: 'Unread notes' }));
  expect(address()).toBe(
    '/leads?statuses=contacted%2Cclosed+won&from=2026-11-01&country=Germany&source=api&unread=true',
  );
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === '/api/leads')?.query).toMatchObject({
      status_filter: 'contacted,closed won',
      from: new Date(2026, 10, 1).toISOString(),
      country: 'Germany',
      source: 'api',
      unread: 'true',
      offset: '0',
    }),
  );
});

test('A status that is none of the known ones is filtered for by its name', async () => {
  const { user, address } = await open();
  const panel = await openPanel(user);
  await user.type(panel.getByRole('textbox', { name: 'Another status' }), 'waiting, legal{Enter}');
  expect(new URLSearchParams(address().split('?')[1]).get('statuses')).toBe('waiting\\, legal');
  expect(panel.getByRole<HTMLInputElement>('checkbox', { name: 'waiting, legal' }).checked).toBe(
    true,
  );
});

test('The panel gives the focus back on Escape, and a press elsewhere closes it', async () => {
  const { user } = await open();
  await openPanel(user);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters' }));
  await openPanel(user);
  await user.click(screen.getByText('Acme Ltd'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('What is on is told by chips, and the cross of each takes it off', async () => {
  const { user, address } = await open('/leads?statuses=contacted,live&country=Germany');
  expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeDefined();
  const chips = within(screen.getByRole('list', { name: 'Filters that are on' }));
  const texts = chips.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts).toEqual(['Contacted', 'Live', 'Country: Germany']);
  await user.click(chips.getByRole('button', { name: 'Remove filter Contacted' }));
  expect(address()).toBe('/leads?statuses=live&country=Germany');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove filter Live' }));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(address()).toBe('/leads');
});

test('A group takes the place of statuses one by one', async () => {
  const { user, address } = await open('/leads?statuses=contacted');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Live');
  expect(address()).toBe('/leads?status=Live');
});

test('Filters that leave nothing offer to clear all of them', async () => {
  const { user, address } = await open('/leads?country=Nowhere&sort=status', 'admin', []);
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(address()).toBe('/leads');
});

test('Only administrators are offered deleted leads', async () => {
  const { user } = await open('/leads', 'partner');
  const panel = await openPanel(user);
  expect(panel.queryByRole('checkbox', { name: /Deleted/ })).toBeNull();
});

test('Deleted leads are restored, and nothing else is done with them', async () => {
  const { user, calls } = await open('/leads?deleted=true');
  expect(calls.find(({ path }) => path === '/api/leads')?.query.deleted).toBe('true');
  expect(screen.queryByRole('button', { name: /Delete lead|change status/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Restore lead Acme Ltd' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ message: 'Acme Ltd: restored' }]));
});

test('A list of deleted leads says of each when it was deleted, by whom, and how long it can be restored', async () => {
  const deleted_at = new Date(Date.now() - 60_000).toISOString();
  const gone = aLead({ deleted_at, deleted_by_name: 'Pat Partner' });
  await open('/leads?deleted=true', 'admin', [gone]);
  const row = screen.getByRole('row', { name: /Acme Ltd/ });
  expect(row.textContent).toContain(
    `30 days left${shortDate(deleted_at).split(',')[0]} by Pat Partner`,
  );
  expect(screen.queryByRole('columnheader', { name: 'Date Added' })).toBeNull();
  const sort = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
  expect(sort.selectedOptions[0]?.textContent).toBe('Last deleted first');
});

test('A head sorts by its column, turns the order round, and says which it is', async () => {
  const { user, address, calls } = await open();
  const order = (name: string) =>
    screen.getByRole('columnheader', { name }).getAttribute('aria-sort');
  expect(order('Date Added')).toBe('descending');
  await user.click(screen.getByRole('button', { name: 'Company' }));
  expect(address()).toBe('/leads?sort=company_name');
  expect([order('Company'), order('Date Added')]).toEqual(['ascending', null]);
  await waitFor(() => expect(calls.at(-1)?.query.sort).toBe('company_name'));
  await user.click(screen.getByRole('button', { name: 'Company' }));
  expect(address()).toBe('/leads?sort=-company_name');
  await user.click(screen.getByRole('button', { name: 'Date Added' }));
  expect(address()).toBe('/leads');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Status Z to A');
  expect(address()).toBe('/leads?sort=-status');
});

test('Columns are chosen and kept for this user; Company and Actions always show', async () => {
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const { user, unmount } = await open('/leads', 'partner');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Country' }));
  await user.click(screen.getByRole('checkbox', { name: 'Phone' }));
  const chosen = ['Company', 'Contact', 'Email', 'Status', 'Date Added', 'Country', 'Actions'];
  expect(heads()).toEqual([...chosen, 'Details']);
  unmount();
  await open('/leads', 'partner');
  expect(heads()).toEqual([...chosen, 'Details']);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('button', { name: 'Usual columns' }));
  expect(heads()).toContain('Phone');
  expect(heads()).not.toContain('Country');
});

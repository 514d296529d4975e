// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stuckCounted } from '#contract/limits.ts';
import type { PartnerFigures } from '#contract/partners.ts';
import { answerCalls } from '#test/fake-server.ts';
import { beforeNoon, stayAtNoon } from '#test/fixed-clock.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { PartnerPage } from './PartnerPage.tsx';
import { PartnersPage } from './PartnersPage.tsx';

stayAtNoon();

const nora = {
  id: '9',
  name: 'Nora',
  email: 'nora@northwind.example',
  company: 'Northwind',
  created_at: '2026-01-01T00:00:00Z',
};
const figures: PartnerFigures = {
  leads: 1_300,
  groups: [
    { name: 'In Progress', leads: 12 },
    { name: 'Live', leads: 3 },
    { name: 'Unqualified', leads: 0 },
    { name: 'Application Sent', leads: 1 },
    { name: 'Application Submitted', leads: 2 },
  ],
  live_companies: 3,
  last_signed_in_at: beforeNoon({ minutes: 3 * 60 }),
  tokens: { active: 2, revoked: 1 },
  imports: { total: 4, last_at: beforeNoon({ minutes: 1 }) },
  waiting: { stuck: 1, unread_by_office: 2, unread_by_partner: 5, parked: 1 },
};
const company = { id: 'c', partner_id: '9', partner_name: 'Nora', name: 'Alder', website: null };
const commissions = { commission_payable_to_partner: '1200.50', alltime_commission_payable: null };
const unpaid = {
  ...company,
  ...commissions,
  id: 'd',
  name: 'Birch',
  commission_payable_to_partner: null,
};
const answers = (change: Partial<PartnerFigures> = {}) => ({
  'GET /api/partners/9': { json: { partner: nora } },
  'GET /api/partners/9/figures': { json: { ...figures, ...change } },
  'GET /api/movement': { status: 500 },
  'GET /api/movement/stuck': { json: { leads: [], total: 0 } },
  'GET /api/leads': { json: { leads: [], total: 0 } },
  'GET /api/companies/live': {
    json: { companies: [{ ...company, ...commissions }, unpaid], total: 7, source: 'portal' },
  },
});
const open = () =>
  renderScreen(<PartnerPage />, { at: '/partners/9', path: '/partners/:id', as: 'admin' });
const target = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

const nameless = { ...nora, name: 'nan', company: 'null' };

test('The page of a partner who is called nan, of a company called null, says so in neither', async () => {
  answerCalls({ ...answers(), 'GET /api/partners/9': { json: { partner: nameless } } });
  open();
  const title = await screen.findByRole('heading', { name: 'Partner: Not available' });
  expect(title.parentElement?.parentElement?.textContent).toContain(
    'Not available · nora@northwind.example',
  );
  expect(screen.queryByText(/\b(nan|null)\b/i)).toBeNull();
});

test('Nor do the list of partners, its menu and the question before one is deleted', async () => {
  const listed = { ...nameless, leads: 0, live_companies: 0, last_signed_in_at: null };
  answerCalls({ 'GET /api/partners': { json: { partners: [listed] } } });
  const { user } = renderScreen(<PartnersPage />, { at: '/partners', as: 'admin' });
  const link = await screen.findByRole('link', { name: 'Not available' });
  expect(link.getAttribute('href')).toBe('/partners/9');
  const row = within(screen.getByRole('row', { name: /nora@northwind/ }));
  expect(row.getAllByText('Not available')).toHaveLength(2);
  expect(document.body.innerHTML).not.toMatch(/\b(nan|null)\b/i);
  await user.click(screen.getByRole('button', { name: 'Actions for Not available' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Partner' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Partner' }));
  expect(dialog.getByText('Not available').parentElement?.textContent).toBe(
    'Are you sure you want to delete Not available? This action cannot be undone.',
  );
});

test('A partner’s page says how they are doing, each figure with its list', async () => {
  const calls = answerCalls(answers());
  open();
  await screen.findByRole('heading', { name: 'Partner: Nora' });
  const cards = within(screen.getByRole('list', { name: 'Leads by status' }));
  await waitFor(() =>
    expect(cards.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      ...['In Progress12', 'Live3', 'Unqualified0', 'Application Sent1'],
      'Applications Submitted2',
    ]),
  );
  const live = cards.getByRole('link', { name: /^Live/ });
  expect(live.getAttribute('href')).toBe('/leads?partner=9&status=Live');
  expect(screen.getByText('3 hours ago')).toBeDefined();
  expect(target('1,300')).toBe('/leads?partner=9');
  expect(target('2 active, 1 revoked')).toBe('/partners/edit/9');
  expect(screen.getByText('4, the last 1 minute ago')).toBeDefined();
  await screen.findByText('Alder');
  expect(target('Alder')).toBe('/companies/c');
  expect(screen.getByText('1,200.50').parentElement?.textContent).toBe('1,200.50payable');
  expect(screen.getByText('Birch').closest('li')?.textContent).toBe(
    'BirchNot availableNot availablepayable',
  );
  expect(target('View all 7')).toBe('/live?partner=9');
  const asked = calls.filter(({ path }) => path === '/api/leads');
  expect(asked.map(({ query }) => query)).toEqual([{ limit: '5', offset: '0', partner_id: '9' }]);
});

test('Leads are added and uploaded for the partner, and the partner is edited, from there', async () => {
  answerCalls(answers());
  open();
  await screen.findByRole('heading', { name: 'Partner: Nora' });
  expect(target('Add Lead')).toBe('/leads/add?partner=9');
  expect(target('Upload Leads')).toBe('/leads/upload?partner=9');
  expect(target('Edit Partner')).toBe('/partners/edit/9');
});

test('Stuck leads are counted as far as the dashboard counts them', async () => {
  const waiting = { stuck: stuckCounted, unread_by_office: 0, unread_by_partner: 0, parked: 0 };
  answerCalls(answers({ waiting }));
  open();
  await screen.findByText('1,000+ leads stuck');
});

test('What is waiting is told with the way to it, and that nothing is', async () => {
  answerCalls(answers());
  const { unmount } = open();
  await screen.findByText('1 lead stuck');
  expect(target('1 lead stuck')).toBe('/leads?partner=9&stuck=true');
  expect(target('2 leads with a note for you')).toBe('/leads?partner=9&unread=true');
  // No list shows what a partner has not read: it is not counted.
  expect(screen.getByText('They have not read some of your notes yet')).toBeDefined();
  expect(target('1 lead not taken by HubSpot')).toBe('/crm');
  unmount();
  const none = { stuck: 0, unread_by_office: 0, unread_by_partner: 0, parked: 0 };
  const imports = { total: 0, last_at: null };
  answerCalls(answers({ waiting: none, last_signed_in_at: null, imports }));
  open();
  await screen.findByText('Nothing is waiting.');
  expect(screen.getByText('Not known')).toBeDefined();
  expect(screen.getByText('None')).toBeDefined();
});

test('A partner who is not there leads back to the list, with a word', async () => {
  const gone = { status: 404, json: { error: 'Partner not found' } };
  answerCalls({ ...answers(), 'GET /api/partners/9': gone, 'GET /api/partners/9/figures': gone });
  const { address } = open();
  await waitFor(() => expect(address()).toBe('/partners'));
  expect(toasts().map(({ message }) => message)).toEqual(['Partner not found']);
});

test('The list says under name and company what a partner has, and when they last signed in', async () => {
  const listed = { ...nora, leads: 1_300, live_companies: 3, last_signed_in_at: null };
  const tom = { ...listed, id: '8', name: 'Tom', leads: 1, live_companies: 0 };
  const at = figures.last_signed_in_at;
  answerCalls({
    'GET /api/partners': { json: { partners: [{ ...listed, last_signed_in_at: at }, tom] } },
  });
  renderScreen(<PartnersPage />, { at: '/partners', as: 'admin' });
  await screen.findByText('1,300 leads, 3 live');
  expect(screen.getByText('Signed in 3 hours ago')).toBeDefined();
  expect(screen.getByText('1 lead')).toBeDefined();
  expect(screen.getByText('No sign-in known')).toBeDefined();
  expect(target('Nora')).toBe('/partners/9');
});

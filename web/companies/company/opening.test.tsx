// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CompanyEvent } from '#contract/commissions.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { shortDate, shortTime } from '#web/ui/format.ts';
import { CompanyScreens } from '../CompanyScreens.tsx';
import { company, totals } from '../company.fixture.ts';

const [one, two] = [1, 2].map((n) => `0192aaaa-0000-7000-8000-00000000000${n}`) as [string, string];
const names: Record<string, string> = { [one]: 'Acme Ltd', [two]: 'Bolt Ltd' };
const row = (id: string) => company({ id, name: names[id] ?? null });
const money = { currency: 'USD', source: 'portal', as_of: null };
const change: CompanyEvent = {
  id: 'e1',
  kind: 'commission',
  at: '2026-10-05T10:00:00.000Z',
  by: { id: '9', name: 'Ada Office', role: 'admin' },
  source: 'portal',
  changes: { commission_payable_to_partner: { from: null, to: '1248.00' } },
  explanations: { commission_payable_to_partner: { rate: '12', base: '10400.00' } },
  reason: 'Fees of October',
};
const lead = {
  id: two,
  first_name: 'Elena',
  last_name: 'Marchetti',
  contact_name: null,
  email: null,
  status: 'closed won',
  created_at: '2026-01-05T10:00:00.000Z',
};
const opened = (id: string, more = {}, shared: object[] = []) => ({
  json: {
    company: { ...row(id), is_live: true, live_since: '2026-01-01T00:00:00.000Z', ...more },
    leads: [lead],
    leads_total: 1,
    shared_with: shared,
    ...money,
  },
});
const answers = {
  'GET /api/companies/live': {
    json: { companies: [row(one), row(two)], total: 2, totals: totals(), ...money },
  },
  'GET /api/partners': { json: { partners: [] } },
  [`GET /api/companies/${one}`]: opened(one),
  [`GET /api/companies/${two}`]: opened(two),
  [`GET /api/companies/${one}/events`]: { json: { events: [change], total: 1 } },
  [`GET /api/companies/${two}/events`]: { json: { events: [], total: 0 } },
};
const open = (at: string, as: 'partner' | 'admin' = 'partner') =>
  renderScreen(<CompanyScreens />, { at, path: '*', as });
const panel = (name: string) => screen.findByRole('region', { name: `Company: ${name}` });

test('A company opens over the list from its name, with its leads, its commissions and their history', async () => {
  answerCalls(answers);
  const { user, address } = open('/live?search=a');
  await user.click(await screen.findByRole('link', { name: 'Acme Ltd' }));
  expect(address()).toBe(`/companies/${one}?search=a`);
  const shown = within(await panel('Acme Ltd'));
  await shown.findByText('Fees of October');
  expect(shown.getByText('Ada Office')).toBeDefined();
  expect(shown.getByText(`${shortDate(change.at)}, ${shortTime(change.at)}`)).toBeDefined();
  expect(shown.getByText('Commission Payable: 12 % of 10,400.00')).toBeDefined();
  expect(shown.getByText('1,248.00')).toBeDefined();
  const link = shown.getByRole('link', { name: 'Elena Marchetti' });
  expect(link.getAttribute('href')).toBe(`/leads/${two}`);
  expect(link.closest('li')?.textContent).toContain('Closed Won');
  expect(screen.getByRole('table', { name: 'Live companies' })).toBeDefined();
  expect(shown.queryByRole('button', { name: 'Edit commissions' })).toBeNull();
});

test('Who has changed a company and is called nan is not available', async () => {
  const theirs: CompanyEvent = { ...change, by: { id: '9', name: 'nan', role: 'admin' } };
  answerCalls({
    ...answers,
    [`GET /api/companies/${one}/events`]: { json: { events: [theirs], total: 1 } },
  });
  open(`/companies/${one}`);
  const made = (await screen.findByText('Fees of October')).closest('article');
  expect(made?.textContent).toContain('Not available changed this');
});

test('What was changed where commissions are no longer kept says that it does not count', async () => {
  const mirrored: CompanyEvent = { ...change, id: 'e2', by: null, source: 'hubspot' };
  answerCalls({
    ...answers,
    [`GET /api/companies/${one}`]: {
      json: { ...opened(one).json, source: 'hubspot', as_of: change.at },
    },
    [`GET /api/companies/${one}/events`]: { json: { events: [mirrored, change], total: 2 } },
  });
  open(`/companies/${one}`);
  const own = (await screen.findByText('Ada Office')).closest('article');
  expect(own?.textContent).toContain('no longer counts: commissions come from HubSpot');
  const theirs = screen.getByText('Changed in HubSpot').closest('article');
  expect(theirs?.textContent).not.toContain('count');
});

test('The next company is a press away, Escape leads back to the list with its filters', async () => {
  answerCalls(answers);
  const { user, address } = open('/live?search=a');
  await user.click(await screen.findByRole('link', { name: 'Acme Ltd' }));
  const first = within(await panel('Acme Ltd'));
  expect(
    first.getByRole('button', { name: 'Previous company' }).getAttribute('aria-disabled'),
  ).toBe('true');
  await user.click(first.getByRole('button', { name: 'Next company' }));
  await within(await panel('Bolt Ltd')).findByText('The commissions have not been changed yet.');
  expect(address()).toBe(`/companies/${two}?search=a`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/live?search=a'));
  expect(screen.queryByRole('region', { name: /^Company/ })).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Bolt Ltd'));
});

test('Opened by its address a company is a page of its own, where an administrator edits what it pays', async () => {
  answerCalls(answers);
  const { user } = open(`/companies/${one}`, 'admin');
  await screen.findByRole('heading', { level: 1, name: 'Acme Ltd' });
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('link', { name: 'Live companies' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Edit commissions' }));
  await screen.findByRole('dialog', { name: 'Edit commissions' });
});

test('An administrator is led from a company to the page of its partner', async () => {
  answerCalls({
    ...answers,
    'GET /api/partners': { json: { partners: [{ id: '7', name: 'Nora', company: null }] } },
    [`GET /api/companies/${one}`]: opened(one, { partner_id: '7', partner_name: 'Nora' }),
  });
  open(`/companies/${one}`, 'admin');
  const partner = await screen.findByRole('link', { name: 'Nora' });
  expect(partner.getAttribute('href')).toBe('/partners/7');
});

test('An administrator is told whose company is the same one in HubSpot, with the way to each', async () => {
  const other = { id: two, name: 'Acme', partner_id: '8', partner_name: 'Tomás' };
  answerCalls({
    ...answers,
    'GET /api/partners': { json: { partners: [{ id: '8', name: 'Tomás', company: null }] } },
    [`GET /api/companies/${one}`]: opened(one, {}, [other]),
  });
  open(`/companies/${one}`, 'admin');
  const told = within(await screen.findByRole('note'));
  expect(told.getByText('HubSpot has one company for several partners')).toBeDefined();
  const links = told.getAllByRole('link').map((a) => [a.textContent, a.getAttribute('href')]);
  expect(links).toEqual([
    ['Acme', `/companies/${two}`],
    ['Tomás', '/partners/8'],
    ['Decide whose they are', '/crm'],
  ]);
});

test.each([
  ['never had commissions is not edited', { alltime_commission_payable: null }, 0],
  ['has an amount is still corrected', {}, 1],
  ['had an amount is still corrected', { alltime_commission_payable: null, version: 2 }, 1],
])('One that is no longer live says so; what %s', async (_, had, buttons) => {
  const gone = opened(one, { is_live: false, ...had });
  answerCalls({ ...answers, [`GET /api/companies/${one}`]: gone });
  open(`/companies/${one}`, 'admin');
  await screen.findByText('No longer live');
  expect(screen.queryAllByRole('button', { name: 'Edit commissions' })).toHaveLength(buttons);
});

test.each([
  [404, 'This company is not there.'],
  [500, 'The company could not be loaded.'],
])('An answer of %s says: %s', async (status, text) => {
  answerCalls({ ...answers, [`GET /api/companies/${one}`]: { status, json: { error: 'No' } } });
  open(`/companies/${one}`);
  await screen.findByText(text);
});

test('What is no address of a company leads to the dashboard', async () => {
  answerCalls(answers);
  const { address } = open('/companies/nonsense');
  await waitFor(() => expect(address()).toBe('/dashboard'));
});

// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Crm, type CrmFault, crmFaults } from '#contract/crm.ts';
import { answerCalls, type Call, heldAnswer } from '#test/fake-server.ts';
import { beforeNoon, stayAtNoon } from '#test/fixed-clock.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { CrmPage } from './CrmPage.tsx';
import { aCrm, aParkedJob } from './crm.fixture.ts';

stayAtNoon();

type Replies = Parameters<typeof answerCalls>[0];

async function open(crm: Crm | (() => Crm) = aCrm(), replies: Replies = {}) {
  const answer = () => ({ json: { crm: typeof crm === 'function' ? crm() : crm } });
  const calls = answerCalls({ 'GET /api/crm': answer, ...replies });
  const part = renderScreen(<CrmPage />, { at: '/crm', as: 'admin' });
  await screen.findAllByRole('heading', { level: 2 });
  return { ...part, calls };
}

const region = (name: string) => within(screen.getByRole('region', { name }));
const sent = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));

/** What the facts of the connection say, by their names. */
const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  );

test('A portal that is its own CRM says how to connect, with what to copy, and offers nothing else', async () => {
  await open(aCrm({ connected: false, account: null, values: [] }));
  expect(screen.getByText('Not connected')).toBeDefined();
  expect(screen.getByText('npm run admin -- hubspot-setup')).toBeDefined();
  expect(screen.getByText('HUBSPOT_ACCESS_TOKEN=the key')).toBeDefined();
  expect(screen.getByText(/crm\.objects\.deals\.write/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy command' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Statuses' })).toBeNull();
});

test('A connection that works tells its account, its last pull and push, and what waits since when', async () => {
  await open(
    aCrm({
      last_pull_at: beforeNoon({ minutes: 2 }),
      last_push_at: null,
      queue: { waiting: 1204, oldest_at: beforeNoon({ minutes: 61 }), parked: 0 },
      backfill: { state: 'done', done: 68, total: 68, changed: 0 },
    }),
  );
  expect(region('HubSpot').getByText('Connected')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Account 4711' }).getAttribute('href')).toBe(
    'https://app.hubspot.example/contacts/4711',
  );
  expect(facts()).toEqual({
    'Last pull': '2 minutes ago',
    'Last push': 'Not yet',
    Waiting: '1,204 leads, the oldest for 1 hour',
    'Could not be sent': 'Nothing',
    'Earlier leads': '68 leads sent',
  });
  expect(screen.queryByRole('alert')).toBeNull();
});

const firstWords: Record<CrmFault, [string, string]> = {
  key_refused: ['HubSpot refuses the access token', 'set HUBSPOT_ACCESS_TOKEN to it'],
  scope_missing: ['The access token lacks rights in HubSpot', 'Give the key the scopes'],
  not_set_up: ['HubSpot is not set up', 'npm run admin -- hubspot-setup'],
  unreachable: ['HubSpot does not answer', 'goes on trying by itself'],
  daily_limit: ['HubSpot takes no more calls today', 'There is nothing to do'],
};
test.each(crmFaults)('The fault %s is told in plain words, with what to do next', async (kind) => {
  const since = new Date(2026, 0, 2, 9, 5).toISOString();
  await open(aCrm({ fault: { kind, since, detail: 'Missing: crm.objects.deals.write' } }));
  const notice = screen.getByRole('alert').textContent ?? '';
  for (const words of firstWords[kind]) expect(notice).toContain(words);
  expect(notice).toContain('Jan 2, 2026, 9:05 AM');
  expect(notice).toContain('HubSpot says: Missing: crm.objects.deals.write');
  expect(notice).toContain('Nothing is lost');
  expect(screen.getByText('Not working')).toBeDefined();
  expect(screen.queryByText(/crm\.schemas\.deals\.write/) !== null).toBe(kind === 'scope_missing');
});

test('A page that cannot be loaded says so and is tried again', async () => {
  let failing = true;
  answerCalls({
    'GET /api/crm': () => (failing ? { status: 500 } : { json: { crm: aCrm() } }),
  });
  const { user } = renderScreen(<CrmPage />, { at: '/crm', as: 'admin' });
  await screen.findByText('The connection to HubSpot could not be loaded.');
  expect(toasts()).toMatchObject([{ title: 'Error' }]);
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Test connection' });
});

test('The test button tries the connection and tells each step', async () => {
  const steps = [
    { text: 'HubSpot answers', ok: true, detail: null },
    { text: 'The key has its rights', ok: false, detail: 'crm.objects.deals.write is missing' },
  ];
  const { user, calls } = await open(aCrm(), {
    'POST /api/crm/test': () => ({ json: { ok: steps.every(({ ok }) => ok), steps } }),
  });
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  const result = await screen.findByRole('alert');
  expect(within(result).getByText('The connection does not work yet.')).toBeDefined();
  expect(
    within(result)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Works: HubSpot answers',
    'Fails: The key has its rights: crm.objects.deals.write is missing',
  ]);
  // What was found out may have mended a fault, or found one.
  await waitFor(() => expect(calls.filter(({ path }) => path === '/api/crm')).toHaveLength(2));
  steps.splice(1);
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  await screen.findByText('The connection works.');
});

test('Whoever leaves the page gives a test of the connection up', async () => {
  const held = heldAnswer({ json: { ok: true, steps: [] } });
  const { user, calls } = await open(aCrm(), { 'POST /api/crm/test': held.reply });
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  const isGivenUp = () => calls.find(({ method }) => method === 'POST')?.signal?.aborted;
  await waitFor(() => expect(isGivenUp()).toBe(false));
  cleanup();
  expect(isGivenUp()).toBe(true);
});

test('A test that cannot be made says so', async () => {
  const { user } = await open(aCrm(), { 'POST /api/crm/test': 'no connection' });
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  await waitFor(() =>
    expect(toasts()).toMatchObject([
      { message: 'The connection could not be tested. Please try again.' },
    ]),
  );
});

test('Leads that are here already are sent when an administrator says so, with progress and a pause', async () => {
  let backfill: Crm['backfill'] = { state: 'offered', done: 0, total: 1204, changed: 0 };
  const { user, calls } = await open(() => aCrm({ backfill }), {
    'PUT /api/crm/backfill': ({ body }) => {
      const { state } = body as { state: 'running' | 'paused' };
      backfill = { state, done: backfill.done + 301, total: 1204, changed: 0 };
      return { json: { crm: aCrm({ backfill }) } };
    },
  });
  expect(screen.getByText(/^1,204 leads are not in HubSpot yet/)).toBeDefined();
  expect(screen.queryByRole('progressbar')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send 1,204 leads' }));
  await screen.findByText(/^301 of 1,204 leads sent/);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await screen.findByRole('button', { name: 'Pause' });
  expect(sent(calls, 'PUT').map(({ body }) => body)).toEqual([
    { state: 'running' },
    { state: 'paused' },
    { state: 'running' },
  ]);
});

test.each([
  { state: 'done', done: 12, total: 12, changed: 0 },
  { state: 'offered', done: 0, total: 0, changed: 0 },
] as const)('Where there is nothing to send, nothing is offered: %j', async (backfill) => {
  await open(aCrm({ backfill }));
  expect(screen.queryByRole('region', { name: 'Leads that are here already' })).toBeNull();
});

test('What could not be sent is told in plain words, with its lead, and is retried', async () => {
  let parked = [aParkedJob()];
  const { user, calls } = await open(() => aCrm({ parked }), {
    'POST /api/crm/jobs/j1/retry': () => {
      parked = [];
      return { json: { success: true } };
    },
  });
  const list = region('Could not be sent');
  const [line] = list.getAllByRole('listitem');
  expect(line?.textContent).toContain(
    'Acme Ltd: Send the lead to HubSpotHubSpot refuses the email ada@acme: it is no email address.Tried 3 times, last just now',
  );
  expect(list.getByRole('link', { name: 'Acme Ltd' }).getAttribute('href')).toBe('/leads/l1');
  expect(facts()['Could not be sent']).toBe('1');
  await user.click(list.getByRole('button', { name: 'Retry Acme Ltd' }));
  await waitFor(() => expect(facts()['Could not be sent']).toBe('Nothing'));
  expect(screen.queryByRole('region', { name: 'Could not be sent' })).toBeNull();
  expect(sent(calls, 'POST')).toEqual([{ path: '/api/crm/jobs/j1/retry', body: undefined }]);
  expect(toasts()).toMatchObject([{ message: 'It is being tried again' }]);
});

test('The line of what is retried goes at once, before the list has come anew', async () => {
  const first = { json: { crm: aCrm({ parked: [aParkedJob()] }) } };
  const later = heldAnswer(first);
  const calls = answerCalls({
    'GET /api/crm': () => (asked() === 1 ? first : later.reply()),
    'POST /api/crm/jobs/j1/retry': { json: { success: true } },
  });
  const asked = () => calls.filter(({ path }) => path === '/api/crm').length;
  const { user } = renderScreen(<CrmPage />, { at: '/crm', as: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'Retry Acme Ltd' }));
  await waitFor(() => expect(facts()['Could not be sent']).toBe('Nothing'));
  expect(asked()).toBe(2);
  // It may have failed once more meanwhile.
  later.release();
  await screen.findByRole('button', { name: 'Retry Acme Ltd' });
});

test('What is no longer wanted is dropped after a question, which Escape answers with no', async () => {
  let parked = [aParkedJob({ lead: null }), aParkedJob({ id: 'j2' })];
  const { user, calls } = await open(() => aCrm({ parked }), {
    'POST /api/crm/jobs/j1/drop': () => {
      parked = parked.slice(1);
      return { json: { success: true } };
    },
  });
  const drop = screen.getByRole('button', { name: 'Drop Send the lead to HubSpot' });
  await user.click(drop);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(drop);
  expect(sent(calls, 'POST')).toEqual([]);
  await user.click(drop);
  await user.click(screen.getByRole('button', { name: 'Drop' }));
  await waitFor(() => expect(region('Could not be sent').getAllByRole('listitem')).toHaveLength(1));
  expect(toasts()).toMatchObject([{ message: 'Dropped successfully', seconds: 3 }]);
});

test.each([
  [{ json: { success: true } }, 'They are being tried again'],
  [{ status: 409, json: { error: 'Not now' } }, 'Not now'],
])(
  'All that are parked are retried at once, also those that are not listed: %o',
  async (answer, message) => {
    const parked = [aParkedJob(), aParkedJob({ id: 'j2' })];
    const crm = aCrm({ parked, queue: { waiting: 0, oldest_at: null, parked: 312 } });
    const { user, calls } = await open(crm, { 'POST /api/crm/jobs/retry': answer });
    expect(screen.getByText(/The latest 2 of 312 are shown\./)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Retry all' }));
    await waitFor(() => expect(toasts()).toMatchObject([{ message }]));
    expect(sent(calls, 'POST').map(({ path }) => path)).toEqual(['/api/crm/jobs/retry']);
  },
);

test.each([
  [1, 0, '1 lead is not in HubSpot yet. Once'],
  [2, 2, '2 leads have changed here since HubSpot last heard of them. Once'],
  [
    5,
    2,
    '3 leads are not in HubSpot yet, and 2 have changed here since HubSpot last heard of them.',
  ],
  [2, 1, '1 lead is not in HubSpot yet, and 1 has changed here since HubSpot last heard of it.'],
])(
  'Of %i leads that are offered, %i have only changed: the words say so',
  async (total, changed, words) => {
    await open(aCrm({ backfill: { state: 'offered', done: 0, total, changed } }));
    const offer = screen.getByRole('region', { name: 'Leads that are here already' });
    expect(offer.textContent).toContain(words);
  },
);

test('What is retried and fails once more says so, and its attempts are counted on', async () => {
  let parked = [aParkedJob({ parked_at: beforeNoon({ minutes: 5 }) })];
  const { user, calls } = await open(() => aCrm({ parked }), {
    'POST /api/crm/jobs/j1/retry': () => {
      parked = [aParkedJob({ parked_at: beforeNoon({}), attempts: 4, is_retried: true })];
      return { json: { success: true } };
    },
  });
  await user.click(screen.getByRole('button', { name: 'Retry Acme Ltd' }));
  const line = await screen.findByText(/Failed again\. Tried 4 times/);
  expect(line).toBeDefined();
  await waitFor(() =>
    expect(toasts().at(-1)?.message).toMatch(/^Acme Ltd: HubSpot did not take it this time either/),
  );
  expect(sent(calls, 'POST')).toHaveLength(1);
});

test('One company of HubSpot that stands for two partners is told, with both', async () => {
  const of = (id: string, partner_name: string | null) => {
    return { id, name: 'Acme', partner_id: id, partner_name };
  };
  const companies = [of('c1', 'Pat Partner'), of('c2', null)];
  await open(aCrm({ shared_companies: [{ id: '77', companies }] }));
  const notice = screen.getByRole('alert').textContent ?? '';
  expect(notice).toContain('One company in HubSpot stands for several partners');
  expect(notice).toContain('Acme of Pat Partner, Acme of a deleted partner');
  const partner = screen.getByRole('link', { name: 'Pat Partner' });
  expect(partner.getAttribute('href')).toBe('/partners/c1');
});

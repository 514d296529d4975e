// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Crm } from '#contract/crm.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { CrmPage } from './CrmPage.tsx';
import { aCrm, aParkedJob, aValue } from './crm.fixture.ts';

const unseen = aValue({
  value: 'legal',
  label: 'Legal review',
  status: null,
  is_new: true,
  leads: 3,
});
const connected = aValue({
  kind: 'lead_status',
  value: 'CONNECTED',
  label: 'Connected',
  status: 'connected',
});
const crm = aCrm({ values: [aValue(), unseen, connected], parked: [aParkedJob()] });

async function open(answer: (body: unknown) => { status?: number; json: unknown }) {
  const calls = answerCalls({
    'GET /api/crm': { json: { crm } },
    'PUT /api/crm/mapping': ({ body }) => answer(body),
  });
  const part = renderScreen(<CrmPage />, { at: '/crm', as: 'admin' });
  await screen.findByRole('region', { name: 'Statuses' });
  const bodies = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { ...part, bodies };
}

const saved = (change: Partial<Crm> = {}) => ({ json: { crm: { ...crm, ...change } } });
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const saveButton = () => screen.queryByRole('button', { name: 'Save statuses' });

test('Values that nobody has named yet stand on top, and the page says at its head that there are some', async () => {
  const { user } = await open(() => saved());
  const groups = within(screen.getByRole('region', { name: 'Statuses' })).getAllByRole('heading', {
    level: 3,
  });
  expect(groups.map(({ textContent }) => textContent)).toEqual([
    'New in HubSpot',
    'Deal stages',
    'Lead statuses',
  ]);
  const named = within(screen.getByRole('region', { name: 'New in HubSpot' }));
  expect(named.getByText('deal stage, 3 leads')).toBeDefined();
  expect(select('Status for deal stage Legal review').selectedOptions[0]?.textContent).toBe(
    'Not named yet',
  );
  expect(screen.getByText('HubSpot has a value that has no name here yet')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Statuses' }));
});

test('Several values are named and saved together; a known status, none, or a text of one’s own', async () => {
  const { user, bodies } = await open(() => saved({ values: [aValue()] }));
  expect(saveButton()).toBeNull();
  await user.selectOptions(select('Status for deal stage Closed won'), 'Live');
  await user.selectOptions(select('Status for lead status Connected'), 'Leave the status as it is');
  await user.selectOptions(select('Status for deal stage Legal review'), 'Another status…');
  const text = screen.getByRole('textbox', { name: 'Another status for deal stage Legal review' });
  await user.type(text, 'open');
  // A known status on the way to a longer text leaves the field where it is.
  await user.type(text, ' question');
  await user.click(screen.getByRole('button', { name: 'Save statuses' }));
  await waitFor(() => expect(saveButton()).toBeNull());
  expect(bodies()).toEqual([
    {
      version: 1,
      values: [
        { kind: 'stage', value: 'closedwon', status: 'live' },
        { kind: 'stage', value: 'legal', status: 'open question' },
        { kind: 'lead_status', value: 'CONNECTED', status: null },
      ],
    },
  ]);
  expect(toasts()).toMatchObject([
    { message: 'The statuses have been saved. Leads follow in the background.' },
  ]);
});

test('A text of one’s own that is missing is asked for, and nothing is sent', async () => {
  const { user, bodies } = await open(() => saved());
  await user.selectOptions(select('Status for deal stage Legal review'), 'Another status…');
  await user.click(screen.getByRole('button', { name: 'Save statuses' }));
  const text = screen.getByRole('textbox', { name: 'Another status for deal stage Legal review' });
  await waitFor(() => expect(document.activeElement).toBe(text));
  expect(screen.getByText('Status is required')).toBeDefined();
  expect(bodies()).toEqual([]);
});

test('What is refused stays as it was chosen, with the reason', async () => {
  const refusal = { status: 400, json: { error: 'HubSpot has no such value' } };
  const { user } = await open(() => refusal);
  await user.selectOptions(select('Status for deal stage Closed won'), 'Live');
  await user.click(screen.getByRole('button', { name: 'Save statuses' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ message: 'HubSpot has no such value' }]));
  expect(select('Status for deal stage Closed won').selectedOptions[0]?.textContent).toBe('Live');
});

test('Where nobody says why, that the statuses were not saved is said by the name of the button, with what to do', async () => {
  const { user } = await open(() => ({ status: 500, json: {} }));
  await user.selectOptions(select('Status for deal stage Closed won'), 'Live');
  await user.click(screen.getByRole('button', { name: 'Save statuses' }));
  const message = 'Failed to save the statuses. Please try again.';
  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Error', message }]));
});

test('What was chosen can be discarded', async () => {
  const { user } = await open(() => saved());
  await user.selectOptions(select('Status for deal stage Closed won'), 'Live');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(select('Status for deal stage Closed won').selectedOptions[0]?.textContent).toBe(
    'Closed Won',
  );
  expect(saveButton()).toBeNull();
});

test('Leaving with something unsaved is asked about first', async () => {
  const { user, address } = await open(() => saved());
  await user.selectOptions(select('Status for deal stage Closed won'), 'Live');
  await user.click(screen.getByRole('link', { name: 'Acme Ltd' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(address()).toBe('/crm');
});

test('The properties that hold commissions are checked and saved by their internal names', async () => {
  const { user, bodies } = await open((body) =>
    saved({ properties: { ...crm.properties, ...(body as Crm).properties } }),
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Commission Payable/ });
  await user.clear(field);
  await user.type(field, 'Commission!');
  await user.click(screen.getByRole('button', { name: 'Save properties' }));
  expect(
    screen.getByText('The internal name of a property, such as partner_commission'),
  ).toBeDefined();
  await user.clear(field);
  await user.type(field, 'our_commission');
  await user.click(screen.getByRole('button', { name: 'Save properties' }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(bodies()).toEqual([
    // Only what was typed: the other may be somebody else's by now.
    { version: 1, properties: { commission_payable_to_partner: 'our_commission' } },
  ]);
  expect(field.value).toBe('our_commission');
});

test('Statuses that HubSpot does not hear of are listed', async () => {
  answerCalls({
    'GET /api/crm': { json: { crm: aCrm({ unsent: [{ status: 'application_sent', leads: 4 }] }) } },
  });
  renderScreen(<CrmPage />, { at: '/crm', as: 'admin' });
  const list = within(await screen.findByRole('region', { name: 'Not sent to HubSpot' }));
  expect(list.getByRole('listitem').textContent).toBe('Application Sent4 leads');
});

test('Before HubSpot has been read, the page says when its values come', async () => {
  answerCalls({ 'GET /api/crm': { json: { crm: aCrm({ values: [] }) } } });
  renderScreen(<CrmPage />, { at: '/crm', as: 'admin' });
  await screen.findByText(/appear here once they have been read there/);
});

test('Where somebody else was faster, nothing is lost: their change is shown, and the next save is on top of it', async () => {
  const changedMeanwhile = 'Somebody else has changed this meanwhile';
  let now = crm;
  const calls = answerCalls({
    'GET /api/crm': () => ({ json: { crm: now } }),
    'PUT /api/crm/mapping': ({ body }) =>
      (body as { version: number }).version === now.mapping_version
        ? { json: { crm: now } }
        : { status: 409, json: { error: changedMeanwhile } },
  });
  const { user } = renderScreen(<CrmPage />, { at: '/crm', as: 'admin' });
  await screen.findByRole('region', { name: 'Statuses' });
  await user.selectOptions(select('Status for deal stage Closed won'), 'Live');
  now = aCrm({
    ...crm,
    mapping_version: 2,
    values: [aValue(), { ...unseen, status: 'open', is_new: false }, connected],
    properties: { ...crm.properties, alltime_commission_payable: 'all_time' },
  });
  await user.click(screen.getByRole('button', { name: 'Save statuses' }));
  const change = await screen.findByText('Legal review: Open (was: not named yet)');
  const notice = change.closest<HTMLElement>('[role=alert]');
  expect(notice?.textContent).toContain(changedMeanwhile);
  expect(
    screen.getByText('Alltime Commission: all_time (was: partner_commission_alltime)'),
  ).toBeDefined();
  expect(toasts()).toMatchObject([{ message: changedMeanwhile }]);
  expect(select('Status for deal stage Closed won').selectedOptions[0]?.textContent).toBe('Live');
  await user.click(screen.getByRole('button', { name: 'Save statuses' }));
  await waitFor(() => expect(saveButton()).toBeNull());
  const versions = calls.flatMap(({ method, body }) =>
    method === 'PUT' ? [(body as { version: number }).version] : [],
  );
  expect(versions).toEqual([1, 2]);
  expect(notice?.isConnected).toBe(false);
});

test('A property that HubSpot does not have is refused at its field', async () => {
  const { user } = await open(() => ({
    status: 400,
    json: {
      error: 'HubSpot has no such property of companies: our_commission',
      fields: { commission_payable_to_partner: 'HubSpot has no such property of companies' },
    },
  }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Commission Payable/ });
  await user.clear(field);
  await user.type(field, 'our_commission');
  await user.click(screen.getByRole('button', { name: 'Save properties' }));
  await screen.findByText('HubSpot has no such property of companies');
  expect(field.value).toBe('our_commission');
});

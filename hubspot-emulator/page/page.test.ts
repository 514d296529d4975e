import { beforeEach, expect, test } from 'vitest';
import { createTestEmulator, type TestEmulator } from '../testing.ts';

let hubspot: TestEmulator;

beforeEach(() => {
  hubspot = createTestEmulator();
});

const see = async (url: string) => (await hubspot.app.inject(url)).body;

async function send(url: string, form: Record<string, string>, headers = {}) {
  const answer = await hubspot.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'emulator', ...headers },
  });
  return { status: answer.statusCode, to: String(answer.headers.location) };
}

test('a deal is moved to closed won by hand', async () => {
  const deal = hubspot.control.create('deals', { dealname: 'Acme', dealstage: 'qualifiedtobuy' });
  expect(await see('/deals')).toContain('<option value="default|qualifiedtobuy" selected>');
  const { status, to } = await send(`/deals/${deal.id}/move`, {
    to: 'default|closedwon',
    back: '/deals',
  });
  expect([status, to]).toEqual([303, '/deals?done=Acme+was+moved.']);
  expect(deal.properties).toMatchObject({ dealstage: 'closedwon', hs_is_closed_won: 'true' });
  expect(deal.history.get('dealstage')?.[0]).toMatchObject({ sourceType: 'CRM_UI' });
  expect(await see(to)).toContain('<p class="note" role="status">Acme was moved.</p>');
});

test('a contact is moved to another lead status by hand', async () => {
  const contact = hubspot.control.create('contacts', { email: 'a@example.com' });
  await send(`/contacts/${contact.id}/move`, { to: 'CONNECTED' });
  expect(contact.properties.hs_lead_status).toBe('CONNECTED');
});

test('properties are saved, and only those that differ are written', async () => {
  const company = hubspot.control.create('companies', { name: 'Acme', domain: 'acme.example' });
  await send(`/companies/${company.id}/properties`, { name: 'Acme', domain: '', city: 'Bern' });
  expect(company.properties).toMatchObject({ name: 'Acme', city: 'Bern' });
  expect(company.properties.domain).toBeUndefined();
  expect(company.history.get('name')).toHaveLength(1);
});

test('what HubSpot refuses is told where it was entered', async () => {
  const company = hubspot.control.create('companies', { name: 'Acme' });
  const { to } = await send(`/companies/${company.id}/properties`, { numberofemployees: 'many' });
  expect(to).toMatch(new RegExp(`^/companies/${company.id}\\?problem=.*INVALID_INTEGER`));
  expect(await see(to)).toContain('role="alert"');
});

test('records are merged and archived by hand', async () => {
  const [one, other] = ['A', 'B'].map((name) => hubspot.control.create('companies', { name }));
  await send(`/companies/${one?.id}/merge`, { other: other?.id ?? '' });
  expect(hubspot.control.list('companies')).toHaveLength(1);
  await send(`/companies/${one?.id}/archive`, {});
  expect(hubspot.control.list('companies')).toHaveLength(0);
  expect(await see('/companies')).toContain('Nothing here yet');
  expect((await hubspot.app.inject(`/companies/${one?.id}`)).statusCode).toBe(404);
});

test('faults, key and limits are switched by hand', async () => {
  await send('/faults', { on: 'share500', share500: '25', share429: '30', indexLagMs: '4000' });
  expect(hubspot.emulator.faults).toMatchObject({ share500: 0.25, share429: 0, indexLagMs: 4000 });
  await send('/faults/preset', { preset: 'none' });
  expect(hubspot.emulator.faults).toMatchObject({ share500: 0, indexLagMs: 0 });
  await send('/faults/key', {
    status: 'revoked',
    tenSecondly: '100',
    daily: '5',
    searchSecondly: '4',
  });
  expect(hubspot.emulator.limits.settings).toEqual({
    tenSecondly: 100,
    daily: 5,
    searchSecondly: 4,
  });
  expect((await hubspot.ask('GET', '/crm/v3/objects/deals')).status).toBe(401);
});

test('a form of another site is refused', async () => {
  const deal = hubspot.control.create('deals', { dealname: 'Acme' });
  const elsewhere = { origin: 'https://elsewhere.example' };
  expect((await send(`/deals/${deal.id}/archive`, {}, elsewhere)).status).toBe(403);
  expect(hubspot.control.list('deals')).toHaveLength(1);
  expect((await send(`/deals/${deal.id}/archive`, {}, { origin: 'http://emulator' })).status).toBe(
    303,
  );
});

test('what was pushed is shown as text, never as markup', async () => {
  hubspot.control.create('contacts', {
    firstname: '<script>alert(1)</script>',
    lastname: '"quoted"',
  });
  const page = await see('/contacts');
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot;');
});

test('a list shows the last changed first, 25 on a page, and is searched', async () => {
  for (let number = 0; number < 30; number++) {
    hubspot.control.create('deals', { dealname: `Deal ${number}.` });
    hubspot.passTime(1000);
  }
  const first = await see('/deals');
  expect(first).toContain('Deal 29.');
  expect(first).not.toContain('Deal 4.');
  expect(await see('/deals?page=2')).toContain('Deal 4.');
  const found = await see('/deals?query=deal%2017.');
  expect(found).toContain('Deal 17.');
  expect(found).not.toContain('Deal 18.');
});

test('addresses of contacts have room to stand in one line', async () => {
  hubspot.control.create('contacts', { email: 'claire.dubois@orchard-schools.example' });
  expect(await see('/contacts')).toContain(
    '<td data-name="Email" class="wide">claire.dubois@orchard-schools.example</td>',
  );
});

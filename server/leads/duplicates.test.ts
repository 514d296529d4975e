import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

type Asked = Record<string, string | undefined>;
const ask = (caller: SignedIn, query: Asked) => caller.call(routes.findDuplicates, { query });
const emailsOf = async (caller: SignedIn, query: Asked) =>
  (await ask(caller, query)).body.leads.map(({ email }) => email);

const ada = { company_name: 'Acme Ltd', first_name: 'Ada', last_name: 'Lovelace' };

test.each([
  ['the same email', { email: 'ada@acme.example' }, true],
  ['the email in another case', { email: ' ADA@Acme.example ' }, true],
  ['another email', { email: 'ada@acme.examples' }, false],
  ['the same company and contact', ada, true],
  ['them in another case', { ...ada, company_name: 'ACME  LTD', first_name: 'ADA' }, true],
  ['another contact of the company', { ...ada, first_name: 'Bob' }, false],
  ['the contact at another company', { ...ada, company_name: 'Beta' }, false],
  ['the company alone', { company_name: 'Acme Ltd' }, false],
  ['the company and half a contact', { company_name: 'Acme Ltd', first_name: 'Ada' }, false],
  ['the contact alone', { first_name: 'Ada', last_name: 'Lovelace' }, false],
  ['another email, but the same contact', { ...ada, email: 'new@acme.example' }, true],
  ['nothing', {}, false],
])('A lead with %s is told: %o %s', async (_, query, isTold) => {
  const partner = await portal.asPartner();
  await addLead(partner, { ...ada, email: 'Ada@acme.example' });
  expect(await emailsOf(partner, query)).toEqual(isTold ? ['Ada@acme.example'] : []);
});

test('At most five are told, the newest first, each once', async () => {
  const partner = await portal.asPartner();
  for (let n = 0; n < 7; n++) {
    portal.clock.advance(1_000);
    await addLead(partner, { ...ada, email: n % 2 ? 'ada@acme.example' : `ada${n}@acme.example` });
  }
  const emails = await emailsOf(partner, { ...ada, email: 'ada@acme.example' });
  const odd = 'ada@acme.example';
  expect(emails).toEqual(['ada6@acme.example', odd, 'ada4@acme.example', odd, 'ada2@acme.example']);
});

test('No lead of another partner is ever hinted at, whatever is asked', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  await addLead(other, { ...ada, email: 'ada@acme.example' });
  const asked = { ...ada, email: 'ada@acme.example' };
  for (const partner_id of [undefined, other.user.id, 'all', 'unknown', 'x']) {
    expect(await emailsOf(partner, { ...asked, partner_id })).toEqual([]);
  }
});

test('An administrator is told of the leads of the partner they add for, or else of their own', async () => {
  const partner = await portal.asPartner();
  await addLead(partner, { ...ada, email: 'partners@acme.example' });
  await addLead(admin, { ...ada, email: 'own@acme.example' });
  expect(await emailsOf(admin, ada)).toEqual(['own@acme.example']);
  const chosen = { ...ada, partner_id: partner.user.id };
  expect(await emailsOf(admin, chosen)).toEqual(['partners@acme.example']);
  for (const partner_id of ['all', 'unknown', 'x']) {
    expect(await ask(admin, { ...ada, partner_id })).toMatchObject({
      status: 400,
      body: { error: 'partner_id must be the id of a partner' },
    });
  }
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { liveCompany, pay } from '#test/live-company.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
let id: string;
let made = 0;
beforeAll(async () => {
  portal = await testPortal({ env: { CURRENCY: 'eur' } });
  admin = await portal.asAdmin();
  partner = await portal.asPartner('Pat');
});
afterAll(() => portal.close());
beforeEach(async () => {
  id = (await liveCompany(admin, partner, `Paying ${++made}`)).id;
});

const opened = async (caller: SignedIn) =>
  (await caller.call(routes.getCompany, { params: { id } })).body;
const history = async (caller: SignedIn, query = {}) =>
  (await caller.call(routes.listCompanyEvents, { params: { id }, query })).body;

test('A company opens with its leads, its commissions and the currency, for its partner and for administrators', async () => {
  const second = await addLead(partner, { company_name: `paying  ${made}`, first_name: 'Bo' });
  await addLead(await portal.asPartner('Other'), { company_name: `Paying ${made}` });
  await pay(admin, id, { commission_payable_to_partner: '10' });
  for (const caller of [partner, admin]) {
    const { company, leads, leads_total, currency, source } = await opened(caller);
    expect(company).toMatchObject({
      name: `Paying ${made}`,
      partner_name: 'Pat',
      commission_payable_to_partner: '10.00',
      alltime_commission_payable: null,
      is_live: true,
      version: 2,
    });
    expect([leads_total, currency, source]).toEqual([2, 'EUR', 'portal']);
    expect(leads.map(({ status }) => status)).toEqual(['new', 'live']);
    expect(leads[0]).toMatchObject({ id: second.id, first_name: 'Bo' });
  }
});

test('A company without a name opens with its only lead, for as long as that has none', async () => {
  const { body: made } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  const body = { first_name: 'Ann', last_name: 'X', email: 'x@x.example' };
  const pushed = await portal.withApiToken(made.token).call(routes.createExternalLead, { body });
  const params = { id: pushed.body.lead_id };
  await admin.call(routes.updateLead, { params, body: { status: 'live' } });
  const { companies } = (await partner.call(routes.listLiveCompanies)).body;
  id = companies.find(({ name }) => name === null)?.id ?? '';
  const { leads, leads_total } = await opened(partner);
  expect([leads.map((lead) => lead.id), leads_total]).toEqual([[pushed.body.lead_id], 1]);
  const { version } = (await admin.call(routes.getLead, { params })).body.lead;
  await admin.call(routes.updateLead, { params, body: { company_name: 'Named', version } });
  expect(await opened(partner)).toMatchObject({ leads: [], leads_total: 0 });
});

test('Another partner’s company and its history are as good as none', async () => {
  const other = await portal.asPartner();
  for (const route of [routes.getCompany, routes.listCompanyEvents]) {
    const { status, body } = await other.call(route, { params: { id } });
    expect([status, body]).toEqual([404, { error: 'Company not found' }]);
  }
});

test('A company that is no longer live still opens, with what it paid', async () => {
  await pay(admin, id, { alltime_commission_payable: '5' });
  const { leads } = await opened(partner);
  const params = { id: leads[0]?.id ?? '' };
  await admin.call(routes.updateLead, { params, body: { status: 'closed lost' } });
  expect((await opened(partner)).company).toMatchObject({
    is_live: false,
    alltime_commission_payable: '5.00',
  });
  expect((await history(partner)).total).toBe(1);
});

test('What a company that is no longer live still owes is corrected and paid out', async () => {
  await pay(admin, id, { commission_payable_to_partner: '50', alltime_commission_payable: '50' });
  const params = { id: (await opened(partner)).leads[0]?.id ?? '' };
  await admin.call(routes.updateLead, { params, body: { status: 'closed lost' } });
  const emptied = { commission_payable_to_partner: null, alltime_commission_payable: null };
  for (const change of [emptied, { commission_payable_to_partner: '0', reason: 'Paid out' }])
    expect((await pay(admin, id, change)).status).toBe(200);
  expect((await opened(partner)).company).toMatchObject({
    is_live: false,
    commission_payable_to_partner: '0.00',
  });
  expect((await history(partner)).total).toBe(3);
});

test('Every change is told to the partner: who, when, from what to what, how and why', async () => {
  portal.clock.advance(60_000);
  const first = portal.clock.now().toISOString();
  await pay(admin, id, {
    commission_payable_to_partner: '1248',
    commission_payable_rate: '12.0',
    commission_payable_base: '10400',
    alltime_commission_payable: '20000.5',
    reason: ' Fees of October ',
  });
  portal.clock.advance(60_000);
  const second = portal.clock.now().toISOString();
  await pay(admin, id, { commission_payable_to_partner: null });
  const by = { id: admin.user.id, name: admin.user.name, role: 'admin' };
  const common = { id: expect.any(String), kind: 'commission', by, source: 'portal' };
  const told = [
    {
      ...common,
      at: first,
      changes: {
        commission_payable_to_partner: { from: null, to: '1248.00' },
        alltime_commission_payable: { from: null, to: '20000.50' },
      },
      explanations: { commission_payable_to_partner: { rate: '12', base: '10400.00' } },
      reason: 'Fees of October',
    },
    {
      ...common,
      at: second,
      changes: { commission_payable_to_partner: { from: '1248.00', to: null } },
      explanations: { commission_payable_to_partner: null },
      reason: null,
    },
  ];
  for (const caller of [partner, admin]) {
    expect(await history(caller)).toEqual({ events: told, total: 2 });
  }
  expect((await history(partner, { limit: 1, offset: 1 })).events).toEqual(told.slice(1));
});

test('A change is kept with its request and the version that it made; what says nothing new leaves no trace', async () => {
  const asked = { [headers.requestId]: 'request-of-commission' };
  const body = { commission_payable_to_partner: '7' };
  await admin.call(routes.updateCompany, { params: { id }, body, headers: asked });
  for (const same of ['7', '7.00', '007.0']) {
    const again = await pay(admin, id, { commission_payable_to_partner: same, reason: 'Again' });
    expect([again.status, again.body.company.version]).toEqual([200, 2]);
  }
  const kept = await portal.db.query(sql`
    select subject, kind, request_id, version, via from events where subject_id = ${id}`);
  expect(kept).toEqual([
    {
      subject: 'company',
      kind: 'commission',
      request_id: 'request-of-commission',
      version: 2,
      via: 'portal',
    },
  ]);
});

test('Two administrators at once: the second is told what the first has made of it', async () => {
  const mine = { version: 1, commission_payable_to_partner: '1' };
  const theirs = { version: 1, commission_payable_to_partner: '2' };
  const answers = await Promise.all([pay(admin, id, mine), pay(admin, id, theirs)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)?.body;
  const stored = answers.find(({ status }) => status === 200)?.body.company;
  expect(refused?.error).toBe('Somebody else has changed these commissions meanwhile');
  expect(refused?.company).toEqual(stored);
  expect((await history(admin)).total).toBe(1);
  const after = await pay(admin, id, { version: 2, alltime_commission_payable: '3' });
  expect(after.body.company).toMatchObject({ version: 3, alltime_commission_payable: '3.00' });
});

test('A version that there has never been is refused as an outdated one is', async () => {
  const answer = await pay(admin, id, { version: 2, commission_payable_to_partner: '1' });
  expect([answer.status, answer.body.error]).toEqual([
    409,
    'Somebody else has changed these commissions meanwhile',
  ]);
  expect((await history(admin)).total).toBe(0);
});

test.each([
  ['another base', { rate: '12', base: '10400.00', amount: '1248.00' }],
  ['another rate', { rate: '13', base: '10000.00', amount: '1300.00' }],
])(
  'An amount that follows from %s is explained in its history',
  async (_, { rate, base, amount }) => {
    const explain = (values: { rate: string; base: string; amount: string }) =>
      pay(admin, id, {
        commission_payable_to_partner: values.amount,
        commission_payable_rate: values.rate,
        commission_payable_base: values.base,
      });
    await explain({ rate: '12', base: '10000', amount: '1200' });
    portal.clock.advance(60_000);
    await explain({ rate, base, amount });
    expect((await history(partner)).events.at(-1)).toMatchObject({
      changes: { commission_payable_to_partner: { from: '1200.00', to: amount } },
      explanations: { commission_payable_to_partner: { rate, base } },
    });
  },
);

test('An explanation stays for as long as its amount does', async () => {
  const explained = {
    commission_payable_to_partner: '12',
    commission_payable_rate: '10',
    commission_payable_base: '120',
  };
  await pay(admin, id, explained);
  const other = await pay(admin, id, { alltime_commission_payable: '99' });
  expect(other.body.company).toMatchObject({ commission_payable_rate: '10' });
  const moved = await pay(admin, id, { commission_payable_to_partner: '13' });
  expect(moved.body.company).toMatchObject({
    commission_payable_to_partner: '13.00',
    commission_payable_rate: null,
    commission_payable_base: null,
  });
});

test.each(['commission_payable_rate', 'commission_payable_base'])(
  'An explanation whose %s is made Not available goes, and its amount stays',
  async (field) => {
    await pay(admin, id, {
      commission_payable_to_partner: '12',
      commission_payable_rate: '10',
      commission_payable_base: '120',
    });
    expect((await pay(admin, id, { [field]: null })).body.company).toMatchObject({
      commission_payable_to_partner: '12.00',
      commission_payable_rate: null,
      commission_payable_base: null,
    });
  },
);

test.each([
  ['13.00', '10 % of 120.00 is 12.00, not 13.00'],
  [null, 'Give the amount that the rate and its base explain'],
])('An explanation of %s, which is there already, has to fit it', async (amount, message) => {
  await pay(admin, id, { commission_payable_to_partner: amount });
  const body = { commission_payable_rate: '10', commission_payable_base: '120' };
  const answer = await pay(admin, id, body);
  expect([answer.status, answer.body.error]).toEqual([400, message]);
  expect(answer.body.fields).toEqual({ commission_payable_to_partner: message });
  expect((await opened(admin)).company.commission_payable_rate).toBeNull();
});

test('A partner cannot change what a company pays', async () => {
  const answer = await pay(partner, id, { commission_payable_to_partner: '9' });
  expect(answer.status).toBe(403);
});

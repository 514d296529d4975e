import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { difference, sumOf } from '#contract/commissions.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { liveCompany, pay } from '#test/live-company.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal({
    env: {
      RATE_LIMIT_GENERAL: '1000000',
      RATE_LIMIT_LIVE_COMPANIES: '1000000',
      ACCESS_TOKEN_TTL_SECONDS: '31536000',
    },
  });
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const live = async (caller: SignedIn, query = {}) =>
  (await caller.call(routes.listLiveCompanies, { query })).body;
const sums = async (caller: SignedIn, query = {}) =>
  (await caller.call(routes.sumCommissions, { query })).body;

test('The list tells the totals of all that its filter shows, and how many have none', async () => {
  const [one, other] = [await portal.asPartner('One'), await portal.asPartner('Other')];
  const made = await Promise.all(
    ['Alpha 1', 'Alpha 2', 'Beta'].map((name) => liveCompany(admin, one, name)),
  );
  const theirs = await liveCompany(admin, other, 'Alpha 3');
  await pay(admin, made[0]?.id ?? '', {
    commission_payable_to_partner: '0.10',
    alltime_commission_payable: '999999999999.99',
  });
  await pay(admin, made[2]?.id ?? '', {
    commission_payable_to_partner: '0.20',
    alltime_commission_payable: '999999999999.99',
  });
  await pay(admin, theirs.id, { commission_payable_to_partner: '4' });
  expect(await live(one, { limit: 1, partner_id: other.user.id })).toMatchObject({
    total: 3,
    currency: 'USD',
    totals: {
      companies: 3,
      commission_payable_to_partner: '0.30',
      alltime_commission_payable: '1999999999999.98',
      not_available: { commission_payable_to_partner: 1, alltime_commission_payable: 1 },
    },
  });
  expect((await live(one, { search: 'alpha', offset: 50 })).totals).toMatchObject({
    companies: 2,
    commission_payable_to_partner: '0.10',
  });
  expect((await live(one, { search: 'Alpha 2' })).totals).toEqual({
    companies: 1,
    commission_payable_to_partner: null,
    alltime_commission_payable: null,
    not_available: { commission_payable_to_partner: 1, alltime_commission_payable: 1 },
  });
  const { partners } = await sums(admin, { search: 'alpha' });
  expect(partners.map(({ partner_name, totals }) => [partner_name, totals.companies])).toEqual([
    ['Other', 1],
    ['One', 2],
  ]);
  expect((await sums(one)).partners).toEqual([]);
});

test('What was earned in a period is told in all and by partner, also of what is no longer live', async () => {
  const partner = await portal.asPartner('Earner');
  const [{ id }, gone] = [
    await liveCompany(admin, partner, 'Staying'),
    await liveCompany(admin, partner, 'Going'),
  ];
  await pay(admin, id, { alltime_commission_payable: '10' });
  portal.clock.advance(60_000);
  const from = portal.clock.now().toISOString();
  await pay(admin, id, { alltime_commission_payable: '12.50', commission_payable_to_partner: '7' });
  await pay(admin, gone.id, { alltime_commission_payable: '1' });
  const params = { id: gone.lead.id };
  await admin.call(routes.updateLead, { params, body: { status: 'closed lost' } });
  portal.clock.advance(1000);
  const own = await sums(partner, { from });
  expect([own.earned, own.totals.alltime_commission_payable]).toEqual(['3.50', '12.50']);
  const { partners } = await sums(admin, { from, partner_id: partner.user.id });
  expect(partners).toMatchObject([{ partner_name: 'Earner', earned: '3.50' }]);
  expect(
    (await sums(partner, { from: portal.clock.now().toISOString(), to: '2100-01-01' })).earned,
  ).toBe('0.00');
});

test('Rows by partner add up to what was earned, also with a partner who has no live company any more', async () => {
  const search = 'Leaver';
  const [leaver, stayer] = [await portal.asPartner('Leaver'), await portal.asPartner('Stayer')];
  const [loser, idler] = [await portal.asPartner('Loser'), await portal.asPartner('Idler')];
  const left = await liveCompany(admin, leaver, 'Left behind');
  const kept = await liveCompany(admin, stayer, 'Leaver-like');
  const lost = await liveCompany(admin, loser, 'Taken back');
  const idle = await liveCompany(admin, idler, 'Never paid');
  await pay(admin, lost.id, { alltime_commission_payable: '5' });
  portal.clock.advance(60_000);
  const from = portal.clock.now().toISOString();
  await pay(admin, left.id, { alltime_commission_payable: '8' });
  await pay(admin, kept.id, { alltime_commission_payable: '2.50' });
  await pay(admin, lost.id, { alltime_commission_payable: '4' });
  for (const { lead } of [left, lost, idle]) {
    const params = { id: lead.id };
    await admin.call(routes.updateLead, { params, body: { status: 'closed lost' } });
  }
  portal.clock.advance(1000);
  for (const query of [{ from }, { from, search }, { from, partner_id: leaver.user.id }]) {
    const { earned, totals, partners } = await sums(admin, query);
    const added = (amounts: (string | null)[]) =>
      amounts.reduce<string>((sum, next) => sumOf(sum, next ?? '0'), '0');
    expect(added(partners.map((row) => row.earned))).toBe(earned);
    expect(added(partners.map((row) => row.totals.alltime_commission_payable))).toBe(
      totals.alltime_commission_payable ?? '0.00',
    );
  }
  const { partners } = await sums(admin, { from });
  const rowOf = ({ user }: SignedIn) => partners.find((row) => row.partner_id === user.id);
  expect(rowOf(loser)?.earned).toBe('-1.00');
  expect(rowOf(idler)).toBeUndefined();
  expect(rowOf(leaver)).toEqual({
    partner_id: leaver.user.id,
    partner_name: 'Leaver',
    earned: '8.00',
    totals: {
      companies: 0,
      commission_payable_to_partner: null,
      alltime_commission_payable: null,
      not_available: { commission_payable_to_partner: 0, alltime_commission_payable: 0 },
    },
  });
});

test('Whoever earned the most comes first, then who is to be paid the most', async () => {
  const search = 'Ordered';
  const payable = { commission_payable_to_partner: '90' };
  const given = [
    ['Third', { ...payable, alltime_commission_payable: '1' }],
    ['First', { alltime_commission_payable: '30' }],
    ['Last', {}],
    ['Fourth', payable],
    ['Second', { commission_payable_to_partner: '91', alltime_commission_payable: '1' }],
  ] as const;
  for (const [name, amounts] of given) {
    const { id } = await liveCompany(admin, await portal.asPartner(name), `Ordered by ${name}`);
    await pay(admin, id, { commission_payable_to_partner: null, ...amounts });
  }
  portal.clock.advance(1000);
  const names = async (page = {}) =>
    (await sums(admin, { search, ...page })).partners.map(({ partner_name }) => partner_name);
  const order = ['First', 'Second', 'Third', 'Fourth', 'Last'];
  expect(await names()).toEqual(order);
  expect(await names({ limit: 2, offset: 1 })).toEqual(order.slice(1, 3));
});

test('How many partners there are is told past the last page too', async () => {
  for (const name of ['Paged', 'Paged too'])
    await liveCompany(admin, await portal.asPartner(name), name);
  const first = await sums(admin, { limit: 1 });
  const past = await sums(admin, { offset: 5000 });
  expect(first.partners_total).toBeGreaterThan(1);
  expect([past.partners, past.partners_total]).toEqual([[], first.partners_total]);
});

const amount = fc.option(
  fc
    .integer({ min: 0, max: 10 ** 14 - 1 })
    .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`),
);
const step = fc.record({
  company: fc.nat(3),
  payable: fc.option(amount, { nil: undefined }),
  alltime: fc.option(amount, { nil: undefined }),
});

test('Whatever is changed, also at once, totals and statements are the sums of the rows and of their history', async () => {
  const partner = await portal.asPartner('Random');
  const ids = await Promise.all(
    ['P', 'Q', 'R', 'S'].map(
      async (name) => (await liveCompany(admin, partner, `Random ${name}`)).id,
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      portal.clock.advance(60_000);
      const from = portal.clock.now().toISOString();
      const before = (await live(partner)).totals;
      await Promise.all(
        steps.map(({ company, payable, alltime }) =>
          pay(admin, ids[company] ?? '', {
            ...(payable !== undefined && { commission_payable_to_partner: payable }),
            alltime_commission_payable: alltime === undefined ? '0' : alltime,
          }),
        ),
      );
      portal.clock.advance(60_000);
      const [rows] = await portal.db.query<Record<string, string | null>>(sql`
        select sum(commission_payable_to_partner) as payable, sum(alltime_commission_payable) as alltime
        from companies where partner_id = ${partner.user.id} and live_leads > 0`);
      const { totals } = await live(partner);
      expect([totals.commission_payable_to_partner, totals.alltime_commission_payable]).toEqual([
        rows?.payable,
        rows?.alltime,
      ]);
      const { statement } = (await partner.call(routes.getStatement, { query: { from } })).body;
      for (const name of ['commission_payable_to_partner', 'alltime_commission_payable'] as const) {
        expect(statement.closing[name]).toBe(totals[name] ?? '0.00');
        expect(statement.opening[name]).toBe(before[name] ?? '0.00');
        expect(statement.changed[name]).toBe(difference(before[name], totals[name]));
      }
      expect((await sums(partner, { from })).earned).toBe(
        statement.changed.alltime_commission_payable,
      );
    }),
    { numRuns: 15 },
  );
});

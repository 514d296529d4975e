import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { expectExactCommissions } from '#test/kept-commissions.ts';
import { liveCompany, pay } from '#test/live-company.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { whileRefused } from '#test/refused-writes.ts';
import { forgetCommissions, mirrorCommissions, readMirroredCommissions } from './companies.ts';
import { foldCommissions } from './totals.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal({
    env: { RATE_LIMIT_GENERAL: '1000000', RATE_LIMIT_LIVE_COMPANIES: '1000000' },
  });
  admin = await portal.asAdmin();
  partner = await portal.asPartner('Kept');
});
afterAll(() => portal.close());
afterEach(() => expectExactCommissions(portal.db));

const totalsOf = async (caller: SignedIn, query = {}) =>
  (await caller.call(routes.sumCommissions, { query })).body;
const waiting = async () => {
  const [row] = await portal.db.queryOnce<{ count: number }>(sql`
    select (select count(*) from commission_deltas) + (select count(*) from earning_deltas) as count`);
  return row?.count;
};
const link = (tx: Db, id: string, to: string | null) =>
  tx.queryOnce(sql`update companies set crm_company_id = ${to} where id = ${id}`);
const mirror = (tx: Db, id: string, payable: string | null, alltime: string | null = null) =>
  mirrorCommissions(tx, [
    { id, commission_payable_to_partner: payable, alltime_commission_payable: alltime },
  ]);

test('What is told is the same before and after it is folded, and folded once', async () => {
  const { id } = await liveCompany(admin, partner, 'Folded');
  await pay(admin, id, { commission_payable_to_partner: '7', alltime_commission_payable: '0' });
  portal.clock.advance(1000);
  const before = await totalsOf(admin);
  expect(before.totals).toMatchObject({
    commission_payable_to_partner: '7.00',
    alltime_commission_payable: '0.00',
  });
  expect(await waiting()).toBeGreaterThan(0);
  await Promise.all([foldCommissions(portal.db), foldCommissions(portal.db)]);
  expect(await waiting()).toBe(0);
  expect(await totalsOf(admin)).toMatchObject({ ...before, to: expect.any(String) });
  await foldCommissions(portal.db);
  expect((await totalsOf(admin)).totals).toEqual(before.totals);
});

test.each(['commission_deltas', 'earning_deltas'] as const)(
  'Where %s cannot be folded nothing is, and whoever asked for it is told',
  async (table) => {
    const { id } = await liveCompany(admin, partner, `Unfolded ${table}`);
    await pay(admin, id, { alltime_commission_payable: '7' });
    const before = await waiting();
    const folding = whileRefused(portal.db, `delete on ${table}`, () => foldCommissions(portal.db));
    await expect(folding).rejects.toThrow('no room');
    expect(await waiting()).toBe(before);
  },
);

test('A company that is no longer live, or whose lead is deleted, leaves the totals', async () => {
  const { id, lead } = await liveCompany(admin, partner, 'Leaving');
  await pay(admin, id, { commission_payable_to_partner: '5' });
  const before = (await totalsOf(partner)).totals;
  const params = { id: lead.id };
  await admin.call(routes.updateLead, { params, body: { status: 'closed lost' } });
  const without = (await totalsOf(partner)).totals;
  expect(without.companies).toBe(before.companies - 1);
  await admin.call(routes.updateLead, { params, body: { status: 'live' } });
  expect((await totalsOf(partner)).totals).toEqual(before);
  await admin.call(routes.deleteLead, { params });
  expect((await totalsOf(partner)).totals).toEqual(without);
});

test.each([
  ['999999999999.99', '999999999999.99'],
  ['999999999999.994', '999999999999.99'],
  ['999999999999.995', null],
  ['1000000000000', null],
])(
  'Of %s in HubSpot %s is kept: what is larger than any commission is as good as missing',
  async (said, kept) => {
    await portal.db.transaction((tx) => mirror(tx, 'large', said, '3'));
    expect(await readMirroredCommissions(portal.db, ['large'])).toEqual([
      { id: 'large', commission_payable_to_partner: kept, alltime_commission_payable: '3.00' },
    ]);
  },
);

/** Four that go round in a circle are possible, and tried again by the jobs that they are. */
async function untilNotDeadlocked(work: (tx: Db) => Promise<void>): Promise<void> {
  const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01';
  await portal.db.transaction(work).catch((error) => {
    if (!isDeadlock(error)) throw error;
    return untilNotDeadlocked(work);
  });
}

test('Whatever HubSpot says, and whichever of its companies is meant, both sums are exact', async () => {
  const ids = await Promise.all(
    ['H1', 'H2', 'H3'].map(async (name) => (await liveCompany(admin, partner, name)).id),
  );
  const amount = fc.option(fc.nat(9_999).map((cents) => (cents / 100).toFixed(2)));
  const change = fc.oneof(
    fc.record({ company: fc.nat(2), to: fc.option(fc.constantFrom('c1', 'c2', 'c3')) }),
    fc.record({ of: fc.constantFrom('c1', 'c2', 'c3'), payable: amount, alltime: amount }),
    fc.record({ forget: fc.constantFrom('c1', 'c2', 'c3') }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
      await Promise.all(
        changes.map((one) =>
          untilNotDeadlocked(async (tx) => {
            if ('forget' in one) await forgetCommissions(tx, [one.forget]);
            else if ('of' in one) await mirror(tx, one.of, one.payable, one.alltime);
            else await link(tx, ids[one.company] ?? '', one.to);
          }),
        ),
      );
      await expectExactCommissions(portal.db);
    }),
    { numRuns: 20, endOnFailure: true },
  );
});

/** One waits for the other, or sees what it did: `first` is still under way while `second` begins. */
async function atOnce(
  first: (tx: Db) => Promise<unknown>,
  second: (tx: Db) => Promise<unknown>,
): Promise<void> {
  let other: Promise<unknown> | undefined;
  await portal.db.transaction(async (tx) => {
    await first(tx);
    let isOver = false;
    other = portal.db.transaction(second).finally(() => {
      isOver = true;
    });
    await expect
      .poll(async () => {
        const [row] = await tx.queryOnce<{ blocked: boolean }>(sql`
          select exists (select from pg_stat_activity
            where pg_backend_pid() = any(pg_blocking_pids(pid))) as blocked`);
        return isOver || row?.blocked;
      })
      .toBe(true);
  });
  await other;
}

test.each([
  ['new', false],
  ['known', true],
])(
  'A %s company of HubSpot whose amounts come while it is linked is summed up',
  async (name, isKnown) => {
    const linked = [`${name} a`, `${name} b`];
    if (isKnown) for (const id of linked) await mirror(portal.db, id, '1');
    const [one, other] = [
      await liveCompany(admin, partner, `Linked first, ${name}`),
      await liveCompany(admin, partner, `Read first, ${name}`),
    ];
    const [a = '', b = ''] = linked;
    await atOnce(
      (tx) => link(tx, one.id, a),
      (tx) => mirror(tx, a, '2'),
    );
    await atOnce(
      (tx) => mirror(tx, b, '3'),
      (tx) => link(tx, other.id, b),
    );
    const rows = await portal.db.queryOnce(sql`
    select mirrored_payable from companies where id = any(${[one.id, other.id]}::uuid[])
    order by 1`);
    expect(rows).toEqual([{ mirrored_payable: '2.00' }, { mirrored_payable: '3.00' }]);
  },
);

const hour = 3_600_000;
const began = Date.UTC(2024, 1, 27);

test('What was earned is that of the moments asked for, whole days or parts of them', async () => {
  const earner = await portal.asPartner('Earner of days');
  const earn = (hours: number, to: number) =>
    portal.db.queryOnce(sql`
      insert into events (id, subject, subject_id, partner_id, kind, via, at, data)
      values (${randomUUID()}, 'company', ${randomUUID()}, ${earner.user.id}, 'commission', 'portal',
        ${new Date(began + hours * hour)}, jsonb_build_object('changes', jsonb_build_object(
          'alltime_commission_payable', jsonb_build_object('from', null, 'to', ${to}::text))))`);
  const moments = [0, 1, 23, 24, 25, 47, 48, 71, 72, 95, 96, 120];
  for (const [n, hours] of moments.entries()) {
    await earn(hours, 2 ** n);
    if (n === 6) await foldCommissions(portal.db);
  }
  const bounds = fc.tuple(fc.nat(130), fc.integer({ min: 1, max: 130 }));
  await fc.assert(
    fc.asyncProperty(bounds, async ([from, length]) => {
      const to = from + length;
      const asked = {
        from: new Date(began + from * hour).toISOString(),
        to: new Date(began + to * hour).toISOString(),
      };
      const found = moments.reduce(
        (sum, hours, n) => sum + (hours >= from && hours < to ? 2 ** n : 0),
        0,
      );
      expect((await totalsOf(earner, asked)).earned).toBe(`${found}.00`);
      const { partners } = await totalsOf(admin, { ...asked, partner_id: earner.user.id });
      expect(partners.map(({ earned }) => earned)).toEqual(found > 0 ? [`${found}.00`] : []);
    }),
    { numRuns: 40, examples: [[[0, 24]], [[0, 120]], [[1, 23]], [[24, 72]], [[23, 73]]] },
  );
});

test.each([{ to: '9999-12-31' }, { from: '0000-01-01' }, { from: '0001-01-01', to: '9999-12-31' }])(
  'A period that begins or ends beyond all calendars is summed up: %j',
  async (query) => {
    expect((await admin.call(routes.sumCommissions, { query })).status).toBe(200);
  },
);

test('The companies of deleted partners are listed and summed up', async () => {
  const gone = await portal.asPartner('Gone');
  const { id } = await liveCompany(admin, gone, 'Left by somebody');
  await pay(admin, id, { commission_payable_to_partner: '3' });
  await admin.call(routes.deletePartner, { params: { id: gone.user.id } });
  const query = { partner_id: 'unknown' };
  const { companies, totals } = (await admin.call(routes.listLiveCompanies, { query })).body;
  expect(companies.map(({ name }) => name)).toEqual(['Left by somebody']);
  expect(totals).toMatchObject({ companies: 1, commission_payable_to_partner: '3.00' });
});

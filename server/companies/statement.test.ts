import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxStatementChanges } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import type { Database } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { liveCompany, pay } from '#test/live-company.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { readStatement } from './statement.ts';
import { statementLines } from './statement-file.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal({ env: { ACCESS_TOKEN_TTL_SECONDS: '31536000' } });
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const day = 24 * 60 * 60 * 1000;
const moment = () => portal.clock.now().toISOString();
/** The end of a period is no longer of it. */
const lastOf = (to: string) => new Date(Date.parse(to) - 1).toISOString();
const statementOf = async (caller: SignedIn, query = {}) =>
  (await caller.call(routes.getStatement, { query })).body.statement;

/** What happens before a period, in it and after it. */
async function threeTimes(partner: SignedIn) {
  const acme = await liveCompany(admin, partner, 'Acme');
  const bolt = await liveCompany(admin, partner, 'Bolt');
  await liveCompany(admin, partner, 'Never paid');
  await pay(admin, acme.id, {
    commission_payable_to_partner: '100.10',
    alltime_commission_payable: '100.10',
  });
  portal.clock.advance(day);
  const from = moment();
  await pay(admin, acme.id, {
    commission_payable_to_partner: '50.05',
    alltime_commission_payable: '150.15',
    reason: 'Fees, less what was paid',
  });
  portal.clock.advance(1000);
  await pay(admin, bolt.id, {
    alltime_commission_payable: '0.20',
    alltime_commission_rate: '10',
    alltime_commission_base: '2',
  });
  portal.clock.advance(1000);
  const to = moment();
  portal.clock.advance(day);
  await pay(admin, acme.id, { commission_payable_to_partner: null });
  await pay(admin, bolt.id, { alltime_commission_payable: '1000000.01' });
  portal.clock.advance(1000);
  return { acme, bolt, from, to };
}

test('A statement opens with what there was, tells each change with its reason, and closes with the sum', async () => {
  const partner = await portal.asPartner('Stated');
  const { acme, bolt, from, to } = await threeTimes(partner);
  for (const [caller, query] of [
    [partner, { from, to }],
    [admin, { from, to, partner_id: partner.user.id }],
  ] as const) {
    expect(await statementOf(caller, query)).toMatchObject({
      partner: { id: partner.user.id, name: 'Stated', company: 'Stated Ltd' },
      from,
      to,
      opening: {
        commission_payable_to_partner: '100.10',
        alltime_commission_payable: '100.10',
      },
      changed: { commission_payable_to_partner: '-50.05', alltime_commission_payable: '50.25' },
      closing: { commission_payable_to_partner: '50.05', alltime_commission_payable: '150.35' },
      companies: 3,
      not_available: { commission_payable_to_partner: 2, alltime_commission_payable: 1 },
      unrecorded: { companies: 0, before: null },
      changes: [
        {
          company: { id: acme.id, name: 'Acme' },
          by: { name: admin.user.name },
          reason: 'Fees, less what was paid',
          changes: { alltime_commission_payable: { from: '100.10', to: '150.15' } },
        },
        {
          company: { id: bolt.id, name: 'Bolt' },
          reason: null,
          explanations: { alltime_commission_payable: { rate: '10', base: '2.00' } },
        },
      ],
      changes_total: 2,
      source: 'portal',
      currency: 'USD',
    });
  }
});

test('What stops being live stays on the statement, and is counted among those without an amount no more', async () => {
  const partner = await portal.asPartner();
  const { id, lead } = await liveCompany(admin, partner, 'Leaving');
  await pay(admin, id, { alltime_commission_payable: '8' });
  const params = { id: lead.id };
  await admin.call(routes.updateLead, { params, body: { status: 'closed lost' } });
  portal.clock.advance(1000);
  expect(await statementOf(partner)).toMatchObject({
    closing: { alltime_commission_payable: '8.00' },
    companies: 0,
    not_available: { commission_payable_to_partner: 0 },
  });
});

test('A company that became live after the period is not of it', async () => {
  const partner = await portal.asPartner();
  for (const [name, since] of [
    ['In time', '2025-01-31T23:59:59Z'],
    ['Too late', '2025-02-01T00:00:00Z'],
  ] as const) {
    const { id } = await liveCompany(admin, partner, name);
    await portal.db.query(sql`update companies set live_since = ${since} where id = ${id}`);
  }
  const counted = async (to: string) => {
    const { companies, not_available } = await statementOf(partner, { from: '2025-01-01', to });
    return [companies, not_available.alltime_commission_payable];
  };
  expect(await counted('2025-01-31')).toEqual([1, 1]);
  expect(await counted('2025-02-01')).toEqual([2, 2]);
});

test('What was not available at the end of a period is told by the first change after it', async () => {
  const partner = await portal.asPartner();
  const { id } = await liveCompany(admin, partner, 'Later');
  portal.clock.advance(1000);
  const to = moment();
  const from = new Date(portal.clock.now().getTime() - day).toISOString();
  for (const alltime_commission_payable of ['5', null, '6']) {
    portal.clock.advance(1000);
    await pay(admin, id, { alltime_commission_payable });
    const { not_available } = await statementOf(partner, { from, to });
    expect(not_available.alltime_commission_payable).toBe(1);
  }
});

test('Without a period it is of this quarter, until now', async () => {
  const partner = await portal.asPartner();
  const now = portal.clock.now();
  const quarter = new Date(Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3));
  expect(await statementOf(partner)).toMatchObject({ from: quarter.toISOString(), to: moment() });
});

test('Days count as a whole', async () => {
  const query = { from: '2026-01-01', to: '2026-03-31' };
  expect(await statementOf(await portal.asPartner(), query)).toMatchObject({
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-04-01T00:00:00.000Z',
  });
});

test('Amounts of before changes were recorded stand in the opening, which says so', async () => {
  const partner = await portal.asPartner();
  const { id } = await liveCompany(admin, partner, 'Old one');
  const [since] = await portal.db.query<{ at: string }>(sql`
    update companies set alltime_commission_payable = 40,
      commissions_unrecorded_before = ${portal.clock.now()} where id = ${id}
    returning commissions_unrecorded_before as at`);
  portal.clock.advance(1000);
  await pay(admin, id, { alltime_commission_payable: '50' });
  portal.clock.advance(1000);
  const early = new Date(portal.clock.now().getTime() - day).toISOString();
  const told = await statementOf(partner, { from: early });
  expect(told.opening.alltime_commission_payable).toBe('40.00');
  expect(told.unrecorded.companies).toBe(1);
  expect(new Date(told.unrecorded.before ?? '').toISOString()).toBe(since?.at);
  const fromThenOn = await statementOf(partner, { from: since?.at });
  expect(fromThenOn.unrecorded).toEqual({ companies: 0, before: null });
  portal.clock.advance(day);
  const late = new Date(portal.clock.now().getTime() - 1000).toISOString();
  expect((await statementOf(partner, { from: late })).unrecorded.companies).toBe(0);
});

test('A partner has their own statement, whatever they ask for; an administrator has to say whose', async () => {
  const [one, other] = [await portal.asPartner('One'), await portal.asPartner('Other')];
  const { statement } = (
    await one.call(routes.getStatement, { query: { partner_id: other.user.id } })
  ).body;
  expect(statement.partner.name).toBe('One');
  for (const route of [routes.getStatement, routes.exportStatement]) {
    const refusal = async (query: object) => {
      const { status, body } = await admin.call(route, { query });
      return [status, (body as { error: string }).error];
    };
    expect(await refusal({})).toEqual([400, 'Choose a partner for the statement']);
    const unknown = '0192aaaa-0000-7000-8000-000000000000';
    expect(await refusal({ partner_id: unknown })).toEqual([404, 'Partner not found']);
    expect(await refusal({ partner_id: admin.user.id })).toEqual([404, 'Partner not found']);
    const backwards = { partner_id: one.user.id, from: '2026-02-02', to: '2026-02-01' };
    expect(await refusal(backwards)).toEqual([400, 'The period must end after it begins']);
  }
  await admin.call(routes.deletePartner, { params: { id: one.user.id } });
  const gone = await statementOf(admin, { partner_id: one.user.id });
  expect(gone.partner).toEqual({ id: one.user.id, name: null, company: null });
});

test('The file has the opening, every change and the closing, and nothing that a spreadsheet runs', async () => {
  const partner = await portal.asPartner();
  const { id } = await liveCompany(admin, partner, '=HYPERLINK("x")');
  portal.clock.advance(1000);
  const from = moment();
  await pay(admin, id, { commission_payable_to_partner: '9', reason: '@SUM(A1), "so"' });
  portal.clock.advance(1000);
  const second = moment();
  await pay(admin, id, {
    commission_payable_to_partner: '6',
    commission_payable_rate: '12',
    commission_payable_base: '50',
    reason: '-1 month',
  });
  portal.clock.advance(1000);
  const to = moment();
  const answer = await partner.send({ url: `/api/statements/export?from=${from}&to=${to}` });
  expect(answer.headers['content-disposition']).toMatch(/statement-.*\.csv/);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header, ...lines] = String(answer.body).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(header).toBe(
    'Date,Company,Changed by,Reason,Commission Payable before,Commission Payable after,Commission Payable change,Commission Payable explained,Alltime Commission before,Alltime Commission after,Alltime Commission change,Alltime Commission explained,Currency',
  );
  const name = `"'=HYPERLINK(""x"")"`;
  expect(lines).toEqual([
    `${from},Opening,,,,0.00,,,,0.00,,,USD`,
    `${from},${name},Administrator,"'@SUM(A1), ""so""",,9.00,9.00,,,,,,USD`,
    `${second},${name},Administrator,'-1 month,9.00,6.00,-3.00,12 % of 50.00,,,,,USD`,
    `${lastOf(to)},Closing,,,,6.00,,,,0.00,,,USD`,
  ]);
});

test('The file is named and dated by the days of its reader, and a period that is not over closes now', async () => {
  const partner = await portal.asPartner();
  const { id } = await liveCompany(admin, partner, 'Far away');
  portal.clock.advance(1000);
  await pay(admin, id, { alltime_commission_payable: '9' });
  portal.clock.advance(1000);
  // Midnights of Auckland, which is 13 hours ahead of UTC in summer, 12 in winter.
  const fileOf = async (time_zone: string) => {
    const query = { from: '2025-12-31T11:00:00.000Z', to: '2098-12-31T11:00:00.000Z', time_zone };
    const url = `/api/statements/export?${new URLSearchParams(query)}`;
    const { headers, body } = await partner.send({ url });
    const lines = String(body).trimEnd().split('\r\n').slice(1);
    return {
      name: headers['content-disposition'],
      dates: lines.map((line) => line.split(',')[0]),
      last: lines.at(-1)?.split(',')[1],
    };
  };
  const { name, dates, last } = await fileOf('Pacific/Auckland');
  expect(name).toContain('statement-2026-01-01-2098-12-31.csv');
  const inAuckland = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Pacific/Auckland',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const now = portal.clock.now();
  expect(dates).toEqual([
    '2026-01-01 00:00:00',
    inAuckland.format(new Date(now.getTime() - 1000)),
    inAuckland.format(now),
  ]);
  expect(last).toBe('Closing so far');
  const refused = await partner.call(routes.exportStatement, { query: { time_zone: 'Mars' } });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { error: 'time_zone must be the name of a time zone such as Europe/Berlin' },
  ]);
});

test('Of very many changes the statement tells the newest and how many there are, the file all', async () => {
  const partner = await portal.asPartner();
  const { id } = await liveCompany(admin, partner, 'Busy');
  await pay(admin, id, { alltime_commission_payable: '1' });
  const more = maxStatementChanges + 400;
  await portal.db.query(sql`
    insert into events (id, subject, subject_id, partner_id, kind, via, at, data)
    select uuid_v7(), subject, subject_id, partner_id, kind, via,
      at + make_interval(secs => n * 0.001),
      jsonb_build_object('reason', 'n' || n, 'changes', '{}'::jsonb)
    from events, generate_series(1, ${more}::int) n where subject_id = ${id}`);
  portal.clock.advance(60_000);
  const statement = await statementOf(partner);
  expect([statement.changes.length, statement.changes_total]).toEqual([
    maxStatementChanges,
    more + 1,
  ]);
  expect(statement.changes.at(-1)?.reason).toBe(`n${more}`);
  const few = (await partner.call(routes.getStatement, { query: { limit: 2 } })).body.statement;
  expect(few.changes.map(({ reason }) => reason)).toEqual([`n${more - 1}`, `n${more}`]);
  expect({ ...few, changes: [] }).toEqual({ ...statement, changes: [], to: few.to });
  const { body } = await partner.send({ url: '/api/statements/export' });
  const reasons = [...String(body).matchAll(/,n(\d+),/g)].map(([, n]) => Number(n));
  expect(reasons).toEqual(Array.from({ length: more }, (_, n) => n + 1));
});

/** Changes something after everything that is read, as others do at any moment. */
function meddling(meddle: () => Promise<unknown>): Database {
  return {
    ...portal.db,
    transaction: (work) =>
      portal.db.transaction((tx) =>
        work({
          ...tx,
          queryOnce: async (query) => {
            const rows = await tx.queryOnce(query);
            await meddle();
            return rows as never;
          },
        }),
      ),
  };
}

test('Whatever changes while a statement is read, its sums and its changes agree, also in the file', async () => {
  const partner = await portal.asPartner();
  const { id } = await liveCompany(admin, partner, 'Unquiet');
  let paid = 0;
  const raise = () => pay(admin, id, { alltime_commission_payable: String(++paid) });
  await raise();
  const from = new Date(portal.clock.now().getTime() - 1000);
  const period = { from, before: new Date(from.getTime() + day) };
  const asked = { partner: partner.user.id, period };
  const statement = await readStatement(meddling(raise), { ...asked, limit: maxStatementChanges });
  expect(paid).toBeGreaterThan(2);
  expect(statement.changes.at(-1)?.changes.alltime_commission_payable?.to).toBe(
    statement.closing.alltime_commission_payable,
  );
  let text = '';
  const file = { ...asked, currency: 'USD', now: portal.clock.now(), timeZone: undefined };
  for await (const part of statementLines(meddling(raise), file)) {
    await raise();
    text += part;
  }
  const lines = text.trimEnd().split('\r\n');
  const [last, closing] = lines.slice(-2).map((line) => line.split(',')[9]);
  expect(last).toBe(closing);
});

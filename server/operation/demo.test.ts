import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { difference, shareOf, sumOf } from '#contract/commissions.ts';
import { groupOf, statusGroups } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { routes } from '#contract/routes.ts';
import type { Statement, StatementChange } from '#contract/statements.ts';
import { sql } from '#server/db/sql.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { type DemoAccounts, fillDemo } from './demo.ts';

/** Filled once: filling it takes longer than all that is looked at here. */
let portal: TestPortal;
let accounts: DemoAccounts;
beforeAll(async () => {
  portal = await testPortal();
  const filled = await fillDemo(portal.db, portal.clock.now());
  if (filled === 'not empty') throw new Error('The database was not empty');
  accounts = filled;
});
afterAll(() => portal.close());

const nothing: Statement['opening'] = {
  commission_payable_to_partner: '0.00',
  alltime_commission_payable: '0.00',
};
const addedUp = (one: typeof nothing, other: typeof nothing): typeof nothing => ({
  commission_payable_to_partner: sumOf(
    one.commission_payable_to_partner,
    other.commission_payable_to_partner,
  ),
  alltime_commission_payable: sumOf(
    one.alltime_commission_payable,
    other.alltime_commission_payable,
  ),
});

async function everything(of = portal) {
  const admin = await of.asAdmin();
  const leads: Lead[] = [];
  let total = 0;
  do {
    const query = { limit: 100, offset: leads.length };
    const page = (await admin.call(routes.listLeads, { query })).body;
    leads.push(...page.leads);
    total = page.total;
  } while (leads.length < total);
  const companies = (await admin.call(routes.listLiveCompanies, { query: { limit: 100 } })).body;
  const { partners } = (await admin.call(routes.listPartners)).body;
  return { leads, total, companies: companies.companies, partners };
}

test('The demo fills every screen: leads in every status, live companies, partners', async () => {
  const { emails } = accounts;
  const { leads, companies, partners } = await everything();
  const statuses = new Set(leads.map(({ status }) => status ?? ''));
  expect(new Set([...statuses].map(groupOf))).toEqual(
    new Set(statusGroups.map((group) => group.name)),
  );
  expect(partners.map(({ email }) => email).sort()).toEqual([...emails].sort());
  for (const { id } of partners) {
    expect(leads.filter((lead) => lead.partner_id === id).length).toBeGreaterThan(10);
    expect(companies.filter((company) => company.partner_id === id).length).toBeGreaterThan(0);
  }
  // Of a commission both kinds are shown: set, and not available.
  const amounts = companies.map((company) => company.commission_payable_to_partner);
  expect(amounts.filter(Boolean).length).toBeGreaterThan(0);
  expect(amounts.filter((amount) => amount === null).length).toBeGreaterThan(0);
});

test('Demo leads have been through something: statuses, corrections, notes, some of them unread', async () => {
  const admin = await portal.asAdmin();
  const told = await portal.db.query<{ kind: string; by: string; late: boolean }>(sql`
    select distinct kind, users.role as by, at > ${portal.clock.now()} as late
    from events left join users on users.id = by_id where subject = 'lead' order by kind, by`);
  expect(told.map(({ kind, by }) => `${kind} by ${by}`)).toEqual([
    'corrected by partner',
    'note by admin',
    'note by partner',
    'status by admin',
  ]);
  expect(told.some(({ late }) => late)).toBe(false);
  expect((await admin.call(routes.countUnreadLeads)).body.count).toBeGreaterThan(0);
});

const yearAgo = () => new Date(portal.clock.now().getTime() - 400 * 24 * 60 * 60 * 1000);
const grown = (change: { from: string | null; to: string | null } | undefined) =>
  change ? difference(change.from, change.to) : '0.00';
/** What the reason or, where it says none, the explanation makes of it. */
function shareTold({ reason, explanations }: StatementChange): string {
  const told = /([\d.]+) % of ([\d,.]+)$/.exec(reason ?? '');
  const explained = told
    ? { rate: told[1] ?? '', base: told[2]?.replaceAll(',', '') ?? '' }
    : explanations.commission_payable_to_partner;
  return explained ? shareOf(explained) : '';
}

test('The statement of a demo partner reads like a ledger: fees add, payments take what was payable', async () => {
  const { emails, password } = accounts;
  for (const email of emails) {
    const partner = await portal.logIn(email, password);
    const query = { from: yearAgo().toISOString() };
    const { statement } = (await partner.call(routes.getStatement, { query })).body;
    expect(statement.opening).toEqual(nothing);
    expect(statement.changes_total).toBe(statement.changes.length);
    const payable: Record<string, string> = {};
    let sums = nothing;
    for (const change of statement.changes) {
      const { changes, company, reason, by } = change;
      const moved = {
        commission_payable_to_partner: grown(changes.commission_payable_to_partner),
        alltime_commission_payable: grown(changes.alltime_commission_payable),
      };
      const before = payable[company.id] ?? '0.00';
      if (reason?.startsWith('Paid by bank transfer')) {
        expect(before).not.toBe('0.00');
        expect(moved).toEqual({
          commission_payable_to_partner: `-${before}`,
          alltime_commission_payable: '0.00',
        });
      } else {
        const share = shareTold(change);
        expect(Number(share)).toBeGreaterThan(0);
        expect(moved).toEqual({
          commission_payable_to_partner: share,
          alltime_commission_payable: share,
        });
      }
      expect(by?.role).toBe('admin');
      payable[company.id] = sumOf(before, moved.commission_payable_to_partner);
      sums = addedUp(sums, moved);
    }
    expect(statement.closing).toEqual(sums);
  }
});

test('In the demo nobody is paid before a lead was won, and nobody in the future', async () => {
  const [found] = await portal.db.query<{ early: number; late: number; paid: number }>(sql`
    select count(*) filter (where at < (
        select min(won_at) from leads
        where leads.partner_id = companies.partner_id
          and leads.company_key = companies.company_key)) as early,
      count(*) filter (where at > ${portal.clock.now()}) as late,
      count(*) filter (where data->>'reason' like 'Paid%') as paid
    from events join companies on companies.id = subject_id
    where subject = 'company'`);
  expect(found).toMatchObject({ early: 0, late: 0 });
  expect(found?.paid).toBeGreaterThan(20);
  const [since] = await portal.db.query<{ first: Date }>(sql`
    select min(live_since) as first from companies where live_leads > 0`);
  expect(new Date(since?.first ?? 0).getTime()).toBeGreaterThan(yearAgo().getTime());
});

test('One demo partner has names of any script, direction and length', async () => {
  const { leads, partners } = await everything();
  const longestName = 200;
  const arabic = /^\p{Script=Arabic}/u;
  const partner = partners.find(({ name }) => arabic.test(name));
  const companies = leads
    .filter(({ partner_id }) => partner_id === partner?.id)
    .map(({ company_name }) => company_name ?? '');
  const mixed = /\p{Script=Latin}.*\p{Script=Arabic}.*\p{Script=Latin}/u;
  for (const kind of [arabic, /^\p{Script=Hebrew}/u, /^\p{Script=Han}/u, mixed]) {
    expect(companies.filter((name) => kind.test(name))).not.toEqual([]);
  }
  const longest = companies.filter((name) => name.length === longestName);
  expect(longest.map((name) => name.includes(' ')).sort()).toEqual([false, true]);
  expect(leads.some(({ first_name }) => first_name?.length === longestName)).toBe(true);
  // The others are ordinary, so that a screen can be judged by them.
  const long = (name: string | null) => (name?.length ?? 0) > 60;
  const others = leads.filter(({ partner_id }) => partner_id !== partner?.id);
  expect(others.filter(({ company_name }) => long(company_name))).toEqual([]);
});

test('The demo tells at a glance which three leads are stuck, and which partner improved', async () => {
  const admin = await portal.asAdmin();
  const { leads, total } = (await admin.call(routes.listStuckLeads)).body;
  expect(leads.map(({ company_name, days }) => [company_name, days])).toEqual([
    ['Quarry Steelworks', 96],
    ['Tideline Ferries', 71],
    ['Vesper Lighting', 58],
  ]);
  expect(total).toBe(3);
  // A lead stands in each stage on the way, and each week somebody has submitted one.
  const movement = (await admin.call(routes.getMovement)).body;
  const reached = movement.stages.map(({ leads }) => leads);
  expect(reached).toEqual([...reached].sort((a, b) => b - a));
  expect(reached.at(-1)).toBeGreaterThan(20);
  expect(movement.weeks.slice(0, -1).every(({ submitted }) => submitted > 0)).toBe(true);
  const [first, ...others] = movement.partners.map(({ name, won, won_before }) => {
    return { name, change: won - won_before };
  });
  expect(first?.name).toBe('Amara Okafor');
  for (const { change } of others) expect(first?.change).toBeGreaterThanOrEqual(change + 5);
});

test('Some demo leads still read new and others, older than three days, In Progress', async () => {
  const { leads } = await everything();
  const ages = leads
    .filter(({ status }) => status === 'new')
    .map(({ created_at }) => portal.clock.now().getTime() - Date.parse(created_at));
  const threeDays = 3 * 24 * 60 * 60 * 1000;
  expect(Math.min(...ages)).toBeLessThan(threeDays);
  expect(Math.max(...ages)).toBeGreaterThan(threeDays);
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
});

test('Every demo partner can sign in, without a warning', async () => {
  const { emails, password } = accounts;
  expect(emails.length).toBeGreaterThan(1);
  for (const email of emails) {
    const body = { email, password };
    const answer = await portal.anyone.call(routes.login, { body });
    expect([answer.status, answer.body.user?.role]).toEqual([200, 'partner']);
    // It would be untrue of a password that was made just now.
    expect(answer.body.password_warning).toBeUndefined();
  }
});

describe('Two portals', () => {
  let other: Awaited<ReturnType<typeof fillDemo>>;
  beforeAll(async () => {
    const elsewhere = await testPortal();
    other = await fillDemo(elsewhere.db, elsewhere.clock.now());
    await elsewhere.close();
  });

  test('Each portal has a new password for them', () => {
    expect(other).toHaveProperty('password');
    expect(other).not.toHaveProperty('password', accounts.password);
  });
});

test('A second filling answers that the database is not empty and adds nothing', async () => {
  const before = await everything();
  expect(await fillDemo(portal.db, portal.clock.now())).toBe('not empty');
  expect(await everything()).toEqual(before);
});

test('A database with a partner of its own is not filled', async () => {
  const used = await testPortal();
  try {
    await used.asPartner('Real');
    expect(await fillDemo(used.db, used.clock.now())).toBe('not empty');
    expect(await everything(used)).toMatchObject({ total: 0, partners: [{ name: 'Real' }] });
  } finally {
    await used.close();
  }
});

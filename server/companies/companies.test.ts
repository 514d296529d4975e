import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusGroups, statusKey } from '#contract/lead-status.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

async function liveCompany(partner: SignedIn, company_name: string, website?: string) {
  const lead = await addLead(partner, { company_name, ...(website && { website }) });
  await setStatus(lead.id, 'live');
  return lead;
}

async function setStatus(id: string, status: string) {
  return admin.call(routes.updateLead, { params: { id }, body: { status } });
}

async function liveNames(caller: SignedIn, query = {}) {
  const { body } = await caller.call(routes.listLiveCompanies, { query });
  return body.companies.map((company) => company.name);
}

test('A company is live while one of the partner’s leads of it is in the Live group', async () => {
  const partner = await portal.asPartner();
  const first = await addLead(partner, { company_name: 'Cobalt Ltd' });
  const second = await addLead(partner, { company_name: ' cobalt  LTD ' });
  expect(await liveNames(partner)).toEqual([]);

  await setStatus(first.id, 'Closed Won');
  await setStatus(second.id, 'closed won (implementation)');
  expect(await liveNames(partner)).toHaveLength(1);

  await setStatus(first.id, 'closed lost');
  expect(await liveNames(partner)).toHaveLength(1);

  await partner.call(routes.deleteLead, { params: { id: second.id } });
  expect(await liveNames(partner)).toEqual([]);
});

test('The database and the contract agree on which statuses are live', async () => {
  const keys = statusGroups.flatMap((group) =>
    group.statuses.map((status) => ({ key: statusKey(status), live: group.name === 'Live' })),
  );
  for (const { key, live } of keys) {
    const [row] = await portal.db.query<{ live: boolean }>(
      sql`select status_is_live(${key}) as live`,
    );
    expect(row?.live, key).toBe(live);
  }
});

test('A partner sees the live companies of their own leads only, an administrator all', async () => {
  const [one, other] = [await portal.asPartner('One'), await portal.asPartner('Other')];
  await liveCompany(one, 'Mine Inc', 'https://mine.example');
  await liveCompany(other, 'Theirs Inc');

  const { body } = await one.call(routes.listLiveCompanies, {
    query: { partner_id: other.user.id },
  });
  expect(body.total).toBe(1);
  expect(body.source).toBe('portal');
  expect(body.companies[0]).toMatchObject({
    name: 'Mine Inc',
    website: 'https://mine.example',
    partner_id: one.user.id,
    partner_name: 'One',
    commission_payable_to_partner: null,
    alltime_commission_payable: null,
  });
  expect(await liveNames(admin)).toEqual(expect.arrayContaining(['Mine Inc', 'Theirs Inc']));
  expect(await liveNames(admin, { partner_id: other.user.id })).toEqual(['Theirs Inc']);
});

test('An administrator asks for the live companies of deleted partners, and nobody else does', async () => {
  const [staying, leaving] = [await portal.asPartner('Stays'), await portal.asPartner('Leaves')];
  await liveCompany(staying, 'Kept Inc');
  await liveCompany(leaving, 'Left Inc');
  const query = { partner_id: 'unknown' };
  expect(await liveNames(admin, query)).not.toContain('Left Inc');
  await admin.call(routes.deletePartner, { params: { id: leaving.user.id } });

  const { body } = await admin.call(routes.listLiveCompanies, { query });
  expect(body.companies.map(({ name }) => name)).toContain('Left Inc');
  expect(body.companies.filter(({ partner_name }) => partner_name !== null)).toEqual([]);
  expect(body.total).toBe(body.companies.length);
  expect(await liveNames(admin, { ...query, search: 'left' })).toEqual(['Left Inc']);
  expect(await liveNames(staying, query)).toEqual(['Kept Inc']);
});

test('An administrator sets commissions as decimals, and what is left out stays', async () => {
  const partner = await portal.asPartner();
  await liveCompany(partner, 'Paying Ltd');
  const { body: list } = await partner.call(routes.listLiveCompanies);
  const params = { id: list.companies[0]?.id ?? '' };

  const first = await admin.call(routes.updateCompany, {
    params,
    body: {
      commission_payable_to_partner: '1250.5',
      alltime_commission_payable: '999999999999.99',
    },
  });
  expect(first.status).toBe(200);
  expect(first.body.company).toMatchObject({
    commission_payable_to_partner: '1250.50',
    alltime_commission_payable: '999999999999.99',
  });

  const second = await admin.call(routes.updateCompany, {
    params,
    body: { commission_payable_to_partner: null },
  });
  expect(second.body.company).toMatchObject({
    commission_payable_to_partner: null,
    alltime_commission_payable: '999999999999.99',
  });
});

test.each(['1000000000000', '12.345', '-1', '1e3', 'NaN', '1,5'])(
  'The commission %s is refused with a sentence',
  async (amount) => {
    const partner = await portal.asPartner();
    await liveCompany(partner, 'Refusing Ltd');
    const { body: list } = await partner.call(routes.listLiveCompanies);
    const { status, body } = await admin.call(routes.updateCompany, {
      params: { id: list.companies[0]?.id ?? '' },
      body: { commission_payable_to_partner: amount },
    });
    expect(status).toBe(400);
    expect(body.error).toBe('Commission Payable must be an amount such as 1250 or 1250.50');
  },
);

test('A change without any commission is refused, and an unknown company is not found', async () => {
  const unknown = { id: '0192aaaa-0000-7000-8000-000000000000' };
  const empty = await admin.call(routes.updateCompany, { params: unknown, body: {} });
  expect(empty.status).toBe(400);
  expect(empty.body.error).toBe('Give at least one commission to change');
  const missing = await admin.call(routes.updateCompany, {
    params: unknown,
    body: { alltime_commission_payable: '1' },
  });
  expect([missing.status, missing.body.error]).toEqual([404, 'Company not found']);
});

test('Commissions survive a company that stops being live and becomes live again', async () => {
  const partner = await portal.asPartner();
  const lead = await liveCompany(partner, 'Back Again Ltd');
  const { body: list } = await partner.call(routes.listLiveCompanies);
  const params = { id: list.companies[0]?.id ?? '' };
  await admin.call(routes.updateCompany, { params, body: { alltime_commission_payable: '10' } });
  await setStatus(lead.id, 'closed lost');
  await setStatus(lead.id, 'live');
  const { body } = await partner.call(routes.listLiveCompanies);
  expect(body.companies[0]).toMatchObject({
    id: params.id,
    alltime_commission_payable: '10.00',
  });
});

test('Commissions of a company that is no longer live and never had any cannot be changed', async () => {
  const partner = await portal.asPartner();
  const lead = await liveCompany(partner, 'Gone Ltd');
  const { body: list } = await partner.call(routes.listLiveCompanies);
  const params = { id: list.companies[0]?.id ?? '' };
  await setStatus(lead.id, 'closed lost');
  const { status, body } = await admin.call(routes.updateCompany, {
    params,
    body: { alltime_commission_payable: '10' },
  });
  expect([status, body.error]).toEqual([404, 'Company not found']);
  await setStatus(lead.id, 'live');
  const { body: again } = await partner.call(routes.listLiveCompanies);
  expect(again.companies[0]).toMatchObject({ id: params.id, alltime_commission_payable: null });
});

test('Search finds a part of the name in any case, and takes % and _ literally', async () => {
  const partner = await portal.asPartner();
  for (const name of [
    'Müller 100% Bio',
    'Under_score',
    'Back\\slash',
    '🚀 Rockets',
    'O’Hara "X"',
  ]) {
    await liveCompany(partner, name);
  }
  const cases = {
    MÜLLER: ['Müller 100% Bio'],
    '%': ['Müller 100% Bio'],
    _: ['Under_score'],
    '\\': ['Back\\slash'],
    '🚀': ['🚀 Rockets'],
    '"x"': ['O’Hara "X"'],
    nothing: [],
  };
  for (const [search, names] of Object.entries(cases)) {
    expect(await liveNames(partner, { search }), search).toEqual(names);
  }
});

test('Pages do not overlap, and a page past the last still tells the total', async () => {
  const partner = await portal.asPartner();
  for (let i = 0; i < 7; i++) await liveCompany(partner, `Company ${i}`);
  const first = await liveNames(partner, { limit: 5 });
  const second = await liveNames(partner, { limit: 5, offset: 5 });
  expect(new Set([...first, ...second]).size).toBe(7);
  expect(first[0]).toBe('Company 6');
  const { body } = await partner.call(routes.listLiveCompanies, { query: { offset: 50 } });
  expect(body).toMatchObject({ companies: [], total: 7 });
});

test('Leads without a company are separate live companies without a name, which no search finds', async () => {
  const partner = await portal.asPartner();
  const { body: made } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  const pusher = portal.withApiToken(made.token);
  const leads: string[] = [];
  for (const first_name of ['Ann', 'Bob']) {
    const body = { first_name, last_name: 'X', email: 'x@x.example' };
    const { body: pushed } = await pusher.call(routes.createExternalLead, { body });
    await setStatus(pushed.lead_id, 'live');
    leads.push(pushed.lead_id);
  }
  expect(await liveNames(partner)).toEqual([null, null]);
  for (const search of ['lead', ...leads]) {
    const { companies, totals } = (
      await partner.call(routes.listLiveCompanies, { query: { search } })
    ).body;
    expect([companies, totals.companies]).toEqual([[], 0]);
  }
});

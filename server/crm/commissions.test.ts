import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { forgetCommissions } from '#server/companies/companies.ts';
import { sql } from '#server/db/sql.ts';
import { type CrmPortal, crmPortal, type Linked } from '#test/crm-portal.ts';
import { expectExactCommissions } from '#test/kept-commissions.ts';

const [payable, alltime] = ['partner_commission_payable', 'partner_commission_alltime'];
let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal();
  for (const name of [payable, alltime, 'provision']) {
    await portal.crm.client.createProperty('companies', {
      name,
      label: name,
      groupName: 'companyinformation',
      type: 'number',
      fieldType: 'number',
    });
  }
});
afterAll(() => portal.close());
afterEach(() => expectExactCommissions(portal.db));
beforeEach(async () => {
  portal.clock.advance(1_000);
  await portal.db.query(sql`delete from jobs`);
});

const list = async () => (await portal.partner.call(routes.listLiveCompanies)).body;
const shown = async ({ lead }: Linked) => {
  const { companies } = await list();
  const company = companies.find(({ name }) => name === lead.company_name);
  return company && [company.commission_payable_to_partner, company.alltime_commission_payable];
};
async function liveLead(change = {}): Promise<Linked> {
  const linked = await portal.linkedLead(change);
  portal.hubspot.update('deals', linked.deal, { dealstage: 'closedwon' });
  await portal.pull('deals');
  return linked;
}
const pay = (company: string, values: Record<string, string>) =>
  portal.hubspot.update('companies', company, values);

test('Commissions mirror the company that the lead is linked to; what is missing is not there', async () => {
  const linked = await liveLead();
  expect(await shown(linked)).toEqual([null, null]);
  pay(linked.company, { [payable]: '1250.5', [alltime]: '99999.999' });
  await portal.pull('companies');
  expect(await shown(linked)).toEqual(['1250.50', '100000.00']);
  pay(linked.company, { [payable]: '' });
  await portal.pull('companies');
  expect(await shown(linked)).toEqual([null, '100000.00']);
});

test('A first amount is mirrored also beside one that has been there before', async () => {
  const linked = await liveLead();
  pay(linked.company, { [alltime]: '250' });
  await portal.pull('companies');
  pay(linked.company, { [payable]: '40' });
  await portal.pull('companies');
  expect(await shown(linked)).toEqual(['40.00', '250.00']);
});

test('An amount larger than any commission reads as missing, and stops nobody', async () => {
  const linked = await liveLead();
  pay(linked.company, { [payable]: '1e14', [alltime]: '12' });
  await portal.pull('companies');
  expect(await shown(linked)).toEqual([null, '12.00']);
});

test('What stood in HubSpot before a lead was linked is read soon after', async () => {
  const { company } = await portal.linkedLead();
  pay(company, { [payable]: '10' });
  await portal.pull('companies');
  await portal.db.query(sql`delete from crm_companies`);
  const linked = await liveLead();
  await portal.db.query(sql`
    update crm_leads set company_id = ${company} where lead_id = ${linked.lead.id}`);
  expect(await portal.jobs('read_crm')).toContain(`companies ${company}`);
  await portal.work('read_crm');
  expect(await shown(linked)).toEqual(['10.00', null]);
});

test('Two partners with leads of one company both see what it pays', async () => {
  const [one, other] = [await liveLead(), await portal.linkedLead()];
  await portal.db.query(sql`
    update crm_leads set company_id = ${one.company} where lead_id = ${other.lead.id}`);
  portal.hubspot.update('deals', other.deal, { dealstage: 'closedwon' });
  pay(one.company, { [alltime]: '7' });
  await portal.pull();
  expect([await shown(one), await shown(other)]).toEqual([
    [null, '7.00'],
    [null, '7.00'],
  ]);
});

test('With other properties named, all companies are read anew', async () => {
  const linked = await liveLead();
  pay(linked.company, { [payable]: '1', provision: '2' });
  await portal.pull('companies');
  const name = (commission_payable_to_partner: string) =>
    portal.admin.call(routes.changeCrmMapping, {
      body: { properties: { commission_payable_to_partner } },
    });
  // Wherever the slow round stands.
  await portal.db.query(sql`update crm_cursors set swept_after = '9' where object = 'companies'`);
  await name(payable);
  const [cursor] = await portal.db.queryOnce(
    sql`select swept_after from crm_cursors where object = 'companies'`,
  );
  expect(cursor, 'the same ones again read nothing anew').toEqual({ swept_after: '9' });
  const { body } = await name('provision');
  expect(body.crm.properties).toEqual({
    commission_payable_to_partner: 'provision',
    alltime_commission_payable: alltime,
  });
  await portal.work('sweep_crm');
  expect(await shown(linked)).toEqual(['2.00', null]);
  await name(payable);
  await portal.work('sweep_crm');
  expect(await shown(linked)).toEqual(['1.00', null]);
});

test('With HubSpot on the list says since when it holds, and commissions are not set here', async () => {
  const linked = await liveLead();
  await portal.pull();
  const { source, as_of, companies } = await list();
  expect([source, as_of]).toEqual(['hubspot', portal.clock.now().toISOString()]);
  const params = { id: companies.find(({ name }) => name === linked.lead.company_name)?.id ?? '' };
  const set = () =>
    portal.admin.call(routes.updateCompany, { params, body: { alltime_commission_payable: '5' } });
  const refused = await set();
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'Commissions come from HubSpot: change them there',
  ]);

  await portal.db.query(sql`update crm set on_since = null`);
  expect((await set()).status).toBe(200);
  expect(await list()).toMatchObject({ source: 'portal', as_of: null });
  expect(await shown(linked)).toEqual([null, '5.00']);
  // What was set here is kept for when HubSpot is gone again.
  await portal.db.query(sql`update crm set on_since = now()`);
  expect(await shown(linked)).toEqual([null, null]);
});

test('What moves in HubSpot is told in the history of the company and on the statement, by nobody of the portal', async () => {
  const linked = await liveLead();
  const company = (await list()).companies.find(({ name }) => name === linked.lead.company_name);
  const params = { id: company?.id ?? '' };
  pay(linked.company, { [payable]: '100', [alltime]: '250.5' });
  await portal.pull('companies');
  pay(linked.company, { [payable]: '' });
  await portal.pull('companies');
  pay(linked.company, { name: 'Renamed, and nothing else' });
  await portal.pull('companies');
  const { events } = (await portal.partner.call(routes.listCompanyEvents, { params })).body;
  const common = {
    kind: 'commission',
    by: null,
    source: 'hubspot',
    reason: null,
    explanations: {},
  };
  expect(events).toMatchObject([
    {
      ...common,
      changes: {
        commission_payable_to_partner: { from: null, to: '100.00' },
        alltime_commission_payable: { from: null, to: '250.50' },
      },
    },
    { ...common, changes: { commission_payable_to_partner: { from: '100.00', to: null } } },
  ]);
  expect(events).toHaveLength(2);

  await portal.db.query(sql`
    update companies set crm_company_id = null where id = ${params.id}`);
  const after = (await portal.partner.call(routes.listCompanyEvents, { params })).body.events;
  expect(after.at(-1)?.changes).toEqual({
    alltime_commission_payable: { from: '250.50', to: null },
  });
  const opened = (await portal.partner.call(routes.getCompany, { params })).body;
  expect(opened).toMatchObject({
    source: 'hubspot',
    company: { alltime_commission_payable: null },
  });
});

test('A HubSpot company that is gone there takes its amounts with it, told as such', async () => {
  const linked = await liveLead();
  const company = (await list()).companies.find(({ name }) => name === linked.lead.company_name);
  const params = { id: company?.id ?? '' };
  pay(linked.company, { [alltime]: '9' });
  await portal.pull('companies');
  await forgetCommissions(portal.db, [linked.company]);
  const { events } = (await portal.partner.call(routes.listCompanyEvents, { params })).body;
  expect(events.at(-1)?.changes).toEqual({
    alltime_commission_payable: { from: '9.00', to: null },
  });
});

test('An amount below nothing is none: the portal has no such commissions', async () => {
  const linked = await liveLead();
  pay(linked.company, { [payable]: '-12.50', [alltime]: '12.50' });
  await portal.pull('companies');
  expect(await shown(linked)).toEqual([null, '12.50']);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { addLead, type TestPortal, testPortal } from '#test/portal.ts';
import { findCompanyLeads } from './company-leads.queries.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

test('Of more leads of a company than are told, the newest are, and all are counted', async () => {
  const partner = await portal.asPartner();
  const added: string[] = [];
  for (const company_name of ['Acme', 'acme', 'ACME']) {
    added.push((await addLead(partner, { company_name })).id);
    portal.clock.advance(1000);
  }
  const { leads, total } = await findCompanyLeads(
    portal.db,
    { partner: partner.user.id },
    'acme',
    2,
  );
  expect([leads.map(({ id }) => id), total]).toEqual([added.slice(1).reverse(), 3]);
});

test('Of a company whose leads have all gone none is told, and none is counted', async () => {
  const partner = await portal.asPartner();
  const { id } = await addLead(partner, { company_name: 'Gone' });
  await partner.call(routes.deleteLead, { params: { id } });
  expect(await findCompanyLeads(portal.db, { partner: partner.user.id }, 'gone', 2)).toEqual({
    leads: [],
    total: 0,
  });
});

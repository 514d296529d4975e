import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { leadBody, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

// The contract with one field more, as the next one will be added: nothing else of the server knows
// of it, and it has to be stored and answered all the same.
vi.mock('#contract/leads.ts', async (importOriginal) => {
  const contract = await importOriginal<typeof import('#contract/leads.ts')>();
  const industry = z.string().nullable();
  const lead = contract.lead.extend({ industry });
  const leadDetails = contract.leadDetails.extend({ industry });
  return {
    ...contract,
    newLead: contract.newLead.extend({ industry }),
    externalLead: contract.externalLead.extend({ industry }),
    leadChange: contract.leadChange.safeExtend({ industry: industry.optional() }),
    lead,
    leadDetails,
    leadAnswer: z.object({ lead: leadDetails }),
  };
});

let portal: TestPortal;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  partner = await portal.asPartner();
});
afterAll(() => portal.close());

const add = () =>
  partner.send({
    method: 'POST',
    url: routes.createLead.path,
    payload: { ...leadBody(), industry: 'Steel' },
  });

test('A new field of the contract is refused without its migration, and needs nothing else', async () => {
  expect((await add()).status).toBe(500);
  await portal.db.queryOnce(sql`alter table leads add column industry text`);
  await portal.db.queryOnce(sql`alter table deleted_leads add column industry text`);

  expect((await add()).body).toMatchObject({ lead: { industry: 'Steel' } });
  const { token } = (await partner.call(routes.createToken, { body: { name: 'Push' } })).body;
  const payload = { ...leadBody(), phone_number: undefined, industry: 'Paper' };
  await portal
    .withApiToken(token)
    .send({ method: 'POST', url: routes.createExternalLead.path, payload });
  const { leads } = (await partner.call(routes.listLeads)).body;
  expect(leads).toMatchObject([{ industry: 'Paper' }, { industry: 'Steel' }]);

  const params = { id: leads[0]?.id ?? '' };
  const admin = await portal.asAdmin();
  const changed = await admin.call(routes.updateLead, { params, body: { status: 'contacted' } });
  expect(changed.body.lead).toMatchObject({ industry: 'Paper' });
  const correction = { version: 2, industry: 'Iron' };
  await partner.send({ method: 'PUT', url: `/api/leads/${params.id}`, payload: correction });
  await partner.call(routes.deleteLead, { params });
  const restored = await admin.call(routes.restoreLead, { params });
  expect(restored.body.lead).toMatchObject({ industry: 'Iron', version: 3 });
});

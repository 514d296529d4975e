import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { importIdOf } from '#test/every-route.ts';
import { moveLead } from '#test/moved-lead.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

test('The total of an import alone is what its record says, and is counted once anything else is asked', async () => {
  const partner = await portal.asPartner();
  const import_id = await importIdOf(partner);
  const total = async (more: object = {}) =>
    (await partner.call(routes.listLeads, { query: { import_id, ...more } })).body.total;
  const counted = await total({ status_filter: 'new,in progress' });
  // No count comes to this: only the record says it.
  await portal.db.queryOnce(sql`update imports set stored = 999 where id = ${import_id}`);
  expect(await total()).toBe(999);
  for (const more of [
    { status_filter: 'new,in progress' },
    { status_filter: 'new' },
    { source: 'upload' as const },
    { search: 'e' },
  ])
    expect(await total(more), JSON.stringify(more)).toBeLessThanOrEqual(counted);
  const { leads } = (await partner.call(routes.listLeads, { query: { import_id } })).body;
  const params = { id: leads[0]?.id ?? '' };
  await admin.call(routes.updateLead, { params, body: { status: 'open' } });
  expect(await total()).toBe(counted);
});

test('Whoever brought a lead still sees its file when it has been with somebody else in between', async () => {
  const [first, second] = [await portal.asPartner('First'), await portal.asPartner('Second')];
  await importIdOf(first);
  const { leads } = (await first.call(routes.listLeads)).body;
  const id = leads[0]?.id ?? '';
  const fileFor = async (caller: SignedIn) =>
    (await caller.call(routes.getLead, { params: { id } })).body.lead.source_name;
  const file = await fileFor(first);
  expect(file).toEqual(expect.any(String));
  await moveLead(portal, { id, from: first, to: second, by: admin });
  expect(await fileFor(second)).toBeNull();
  portal.clock.advance(1);
  await moveLead(portal, { id, from: second, to: first, by: admin });
  expect(await fileFor(first)).toBe(file);
});

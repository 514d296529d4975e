import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxLeadsByIds } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { withExportSlot } from './export.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

type Body = { ids: string[]; format: 'csv' | 'xlsx'; sort?: 'company_name' };
const chosen = (caller: SignedIn, body: Body) => caller.call(routes.exportChosenLeads, { body });
const linesOf = (file: unknown) => String(file).trimEnd().split('\r\n');
const companiesIn = (file: unknown) =>
  linesOf(file)
    .slice(1)
    .map((line) => line.split(',')[0]);

test('Chosen leads are exported, those and no others, in the order that is asked for', async () => {
  const partner = await portal.asPartner();
  const ids: string[] = [];
  for (const company_name of ['Beta', 'Left out', 'Acme', 'Gamma'])
    ids.push((await addLead(partner, { company_name })).id);
  const [beta = '', , acme = '', gamma = ''] = ids;
  const body = { ids: [beta, gamma, acme, beta], format: 'csv' as const };
  const byCompany = await chosen(partner, { ...body, sort: 'company_name' });
  expect(byCompany.status).toBe(200);
  expect(byCompany.headers['content-disposition']).toMatch(/leads-.*\.csv/);
  expect(companiesIn(byCompany.body)).toEqual(['Acme', 'Beta', 'Gamma']);
  expect(companiesIn((await chosen(partner, body)).body)).toEqual(['Gamma', 'Acme', 'Beta']);
});

test('One that is another partner’s, deleted or unknown is not found, and nothing is told of the rest', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  const own = (await addLead(partner)).id;
  const gone = (await addLead(partner)).id;
  await partner.call(routes.deleteLead, { params: { id: gone } });
  const theirs = (await addLead(other, { company_name: 'Secret Ltd' })).id;
  for (const id of [theirs, gone, '0192aaaa-0000-7000-8000-000000000000']) {
    const answer = await chosen(partner, { ids: [own, id], format: 'csv' });
    expect([answer.status, answer.body]).toEqual([404, { error: 'Lead not found' }]);
  }
});

test('An administrator exports chosen leads of several partners, with whose they are', async () => {
  const [one, two] = [await portal.asPartner('One'), await portal.asPartner('Two')];
  const ids = [(await addLead(one)).id, (await addLead(two)).id];
  const { body } = await chosen(admin, { ids, format: 'csv' });
  const [titles = '', ...lines] = linesOf(body);
  expect(titles).toContain(',partner,');
  expect(lines.map((line) => line.includes('Two'))).toEqual([true, false]);
});

test(`As many as ${maxLeadsByIds} can be chosen one by one, and not none`, async () => {
  const partner = await portal.asPartner();
  const { id } = await addLead(partner);
  const most = Array<string>(maxLeadsByIds).fill(id);
  const statusOf = async (ids: string[]) => (await chosen(partner, { ids, format: 'xlsx' })).status;
  expect(await statusOf(most)).toBe(200);
  expect(await statusOf([...most, id])).toBe(400);
  expect(await statusOf([])).toBe(400);
});

test('An export of chosen leads waits for its caller’s other export', async () => {
  const partner = await portal.asPartner();
  const { id } = await addLead(partner);
  let letGo = () => {};
  const latch = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held = withExportSlot(partner.user.id, new AbortController().signal, () => latch);
  const exported = chosen(partner, { ids: [id], format: 'csv' });
  // Ten calls, one after the other, take longer than the export of one lead.
  for (let n = 0; n < 10; n++) {
    const first = await Promise.race([exported, partner.call(routes.listLeads)]);
    expect(first.body).toHaveProperty('leads');
  }
  letGo();
  await held;
  expect((await exported).status).toBe(200);
});

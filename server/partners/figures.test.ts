import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusGroups } from '#contract/lead-status.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { parkedJobId } from '#test/every-route.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
  partner = await portal.asPartner('Pat');
});
afterAll(() => portal.close());

const figuresOf = async ({ user }: SignedIn) =>
  (await admin.call(routes.getPartnerFigures, { params: { id: user.id } })).body;
const listed = async ({ user }: SignedIn) =>
  (await admin.call(routes.listPartners)).body.partners.find(({ id }) => id === user.id);

test('A partner without anything has figures that say so', async () => {
  const figures = await figuresOf(await portal.asPartner('Empty'));
  expect(figures).toMatchObject({
    leads: 0,
    live_companies: 0,
    tokens: { active: 0, revoked: 0 },
    imports: { total: 0, last_at: null },
    waiting: { unread_by_office: 0, unread_by_partner: 0, stuck: 0, parked: 0 },
  });
  expect(figures.groups).toEqual(statusGroups.map(({ name }) => ({ name, leads: 0 })));
});

test('Each figure of a partner is what the lists of that partner show', async () => {
  const other = await portal.asPartner('Other');
  for (const owner of [partner, other]) {
    for (const status of ['new', 'contacted', 'live', 'closed_won', 'Odd one']) {
      const { id } = await addLead(owner, { company_name: `Company ${status}` });
      await admin.call(routes.updateLead, { params: { id }, body: { status } });
      const body = { text: 'Hello' };
      if (status === 'new') await owner.call(routes.addNote, { params: { id }, body });
      if (status === 'live') await admin.call(routes.addNote, { params: { id }, body });
    }
  }
  const csv = 'company_name,first_name,last_name,email\nA,B,C,d@e.example\n';
  await partner.call(routes.uploadLeads, { file: filePayload(csv) });
  const { token_id } = (await partner.call(routes.createToken, { body: { name: 'One' } })).body;
  await partner.call(routes.createToken, { body: { name: 'Two' } });
  const params = { id: token_id };
  await partner.call(routes.updateToken, { params, body: { revoked: true } });

  const query = { partner_id: partner.user.id };
  const totalOf = async (more: object) =>
    (await admin.call(routes.listLeads, { query: { ...query, ...more } })).body.total;
  const figures = await figuresOf(partner);
  expect(figures.leads).toBe(await totalOf({}));
  for (const { name, leads } of figures.groups) {
    const statuses = statusGroups.find((group) => group.name === name)?.statuses ?? [];
    expect([name, leads]).toEqual([name, await totalOf({ status_filter: statuses.join(',') })]);
  }
  const live = (await admin.call(routes.listLiveCompanies, { query })).body.total;
  expect([figures.live_companies, live]).toEqual([2, 2]);
  expect(figures.tokens).toEqual({ active: 1, revoked: 1 });
  expect(figures.imports).toEqual({ total: 1, last_at: portal.clock.now().toISOString() });
  expect(figures.waiting).toMatchObject({ unread_by_office: 1, unread_by_partner: 1, parked: 0 });
  expect(await totalOf({ unread: 'true' })).toBe(1);
  expect(await listed(partner)).toMatchObject({ leads: figures.leads, live_companies: 2 });
});

test('A note on a lead that was deleted waits for nobody', async () => {
  const owner = await portal.asPartner('Noted');
  const body = { text: 'Hello' };
  const ids: string[] = [];
  for (const company_name of ['Stays', 'Goes']) {
    const params = { id: (await addLead(owner, { company_name })).id };
    await owner.call(routes.addNote, { params, body });
    await admin.call(routes.addNote, { params, body });
    ids.push(params.id);
  }
  await admin.call(routes.deleteLead, { params: { id: ids[1] ?? '' } });
  const query = { partner_id: owner.user.id, unread: 'true' } as const;
  const { total } = (await admin.call(routes.listLeads, { query })).body;
  const { waiting } = await figuresOf(owner);
  expect([waiting.unread_by_office, total]).toEqual([1, 1]);
  const own = (await owner.call(routes.listLeads, { query: { unread: 'true' } })).body.total;
  expect([waiting.unread_by_partner, own]).toEqual([1, 1]);
});

test('A lead that HubSpot does not take, unlike one that is still to be sent, waits on its partner’s page', async () => {
  const owner = await portal.asPartner('Parked');
  const { id } = await addLead(owner);
  const job = await parkedJobId(portal);
  await portal.db.query(sql`update jobs set key = ${id}, parked_at = null where id = ${job}`);
  expect((await figuresOf(owner)).waiting.parked).toBe(0);
  await portal.db.query(sql`update jobs set parked_at = now() where id = ${job}`);
  expect((await figuresOf(owner)).waiting.parked).toBe(1);
  expect((await figuresOf(partner)).waiting.parked).toBe(0);
});

test('When a partner last signed in is kept when they have signed out', async () => {
  const guest = await portal.asPartner('Guest');
  const first = portal.clock.now().toISOString();
  expect((await figuresOf(guest)).last_signed_in_at).toBe(first);
  portal.clock.advance(60_000);
  await guest.call(routes.logout);
  expect(await listed(guest)).toMatchObject({ last_signed_in_at: first });
});

test('A partner who is not there, or no longer, has no figures', async () => {
  const gone = await portal.asPartner('Gone');
  await admin.call(routes.deletePartner, { params: { id: gone.user.id } });
  for (const id of [gone.user.id, admin.user.id]) {
    const { status, body } = await admin.call(routes.getPartnerFigures, { params: { id } });
    expect([status, body]).toEqual([404, { error: 'Partner not found' }]);
  }
});

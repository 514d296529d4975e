import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { addLeads, changeMany, eventsOf, listedIds, markUnread } from '#test/many-leads.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  portal = await testPortal({ env: { RATE_LIMIT_GENERAL: '1000000' } });
  admin = await portal.asAdmin();
});
beforeEach(async () => {
  [partner, other] = [await portal.asPartner('One'), await portal.asPartner('Other')];
});
afterAll(() => portal.close());

const statusOf = async (id: string) =>
  (await admin.call(routes.getLead, { params: { id } })).body.lead?.status;

describe('By filter', () => {
  const byFilter = (caller: SignedIn, filter: object, expected: number, what: object) =>
    changeMany(caller, { filter, expected, ...what });

  test('changes all that the list shows, and no other', async () => {
    const ids = await addLeads(partner, 3);
    await addLead(other);
    await changeMany(admin, { ids: ids.slice(0, 1), status: 'open' });
    const filter = { partner_id: partner.user.id, status_filter: 'new' };
    const { body } = await byFilter(admin, filter, 2, { status: 'contacted' });
    expect(body.count).toBe(2);
    expect(await statusOf(ids[0] ?? '')).toBe('open');
    expect((await other.call(routes.listLeads)).body.leads[0]?.status).toBe('new');
  });

  test('means what the list means by each of its parameters', async () => {
    const search = await addLead(partner, { company_name: 'Zebra & Co' });
    const country = await addLead(partner, { country: 'Norway' });
    const file = filePayload('company_name,first_name,last_name,email\nA,B,C,d@e.example\n');
    const { import_id } = (await partner.call(routes.uploadLeads, { file })).body;
    await markUnread(portal, country.id, partner, 'partner');
    const today = portal.clock.now().toISOString().slice(0, 10);
    const later = new Date(portal.clock.now().getTime() + 1_000).toISOString();
    const filters: [object, number][] = [
      [{ search: 'zebra &' }, 1],
      [{ country: 'NORWAY' }, 1],
      [{ import_id }, 1],
      [{ source: 'upload' }, 1],
      [{ source: 'form' }, 2],
      [{ unread: 'true' }, 1],
      [{ from: today, to: today }, 3],
      [{ from: later }, 0],
      [{ to: portal.clock.now().toISOString() }, 0],
      [{ to: later, search: 'zebra' }, 1],
      [{ search: 'zebra', country: 'norway' }, 0],
      // Whose leads are meant is for administrators to say.
      [{ partner_id: other.user.id }, 3],
    ];
    for (const [filter, count] of filters) {
      const { status, body } = await byFilter(partner, filter, count, { delete: true });
      expect({ filter, status, count: body.count }).toEqual({ filter, status: 200, count });
      const undo = await partner.call(routes.undoLeadsChange, { params: { id: body.undo_id } });
      expect(undo.body).toEqual({ count, left: 0 });
    }
    expect(await listedIds(partner)).toContain(search.id);
  });

  test('is refused where the list shows another number by now', async () => {
    const ids = await addLeads(partner, 2);
    for (const expected of [1, 3]) {
      const { status, body } = await byFilter(partner, {}, expected, { delete: true });
      expect({ status, error: body.error }).toEqual({
        status: 409,
        error: 'The list has changed since it was shown. Look at it again, then repeat the change.',
      });
    }
    expect(await listedIds(partner)).toEqual(ids.sort());
    expect(await eventsOf(portal, ids)).toEqual([]);
  });

  test('Deleted leads are not among what can be changed', async () => {
    const filter = { deleted: 'true' };
    const { status, body } = await byFilter(admin, filter, 0, { status: 'open' });
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'Deleted leads cannot be changed',
    });
  });

  test('changes more leads than fit one step', async () => {
    const header = 'company_name,first_name,last_name,email\n';
    const rows = Array.from({ length: 4_100 }, (_, n) => `C${n % 7},F,L${n},l${n}@c.example`);
    const file = filePayload(header + rows.join('\n'));
    await partner.call(routes.uploadLeads, { file });
    const filter = { partner_id: partner.user.id };
    const { body } = await byFilter(admin, filter, 4_100, { status: 'live' });
    expect(body.count).toBe(4_100);
    const query = { status_group: 'live' };
    expect((await partner.call(routes.countLeads, { query })).body.count).toBe(4_100);
    expect((await partner.call(routes.listLiveCompanies)).body.total).toBe(7);
    const undo = await admin.call(routes.undoLeadsChange, { params: { id: body.undo_id } });
    expect(undo.body).toEqual({ count: 4_100, left: 0 });
    expect((await partner.call(routes.listLiveCompanies)).body.total).toBe(0);
    const { imports } = (await partner.call(routes.listImports)).body;
    expect(imports[0]).toMatchObject({ stored: 4_100, can_undo: true });
  });
});

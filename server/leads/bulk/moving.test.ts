import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { unknownId } from '#test/every-route.ts';
import { addLeads, changeMany, eventsOf, listedIds, markUnread } from '#test/many-leads.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

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

const unreadOf = (id: string) =>
  portal.db.queryOnce<{ side: string; partner_id: string }>(sql`
    select side, partner_id from unread_notes where lead_id = ${id} order by side`);

describe('Moving many leads', () => {
  test('hands them to the other partner, whose timeline begins with it', async () => {
    const ids = await addLeads(partner, 2);
    await changeMany(admin, { ids, status: 'live' });
    const { body } = await changeMany(admin, { ids, partner_id: other.user.id });
    expect(body.count).toBe(2);
    expect([await listedIds(partner), await listedIds(other)]).toEqual([[], ids.sort()]);
    const told = (await eventsOf(portal, ids)).filter(({ kind }) => kind === 'moved');
    expect(told).toHaveLength(2);
    for (const event of told) {
      expect(event).toMatchObject({
        partner_id: other.user.id,
        data: { from: partner.user.id, to: other.user.id },
        version: 3,
      });
    }
    const live = async (owner: SignedIn) => (await owner.call(routes.listLiveCompanies)).body.total;
    expect([await live(partner), await live(other)]).toEqual([0, 1]);
  });

  test('Unread notes of the old partner are gone, those of administrators follow', async () => {
    const [id = ''] = await addLeads(partner, 1);
    await markUnread(portal, id, partner, 'admin', 'partner');
    await changeMany(admin, { ids: [id], partner_id: other.user.id });
    expect(await unreadOf(id)).toEqual([{ side: 'admin', partner_id: other.user.id }]);
  });

  test('is refused where the target is no partner', async () => {
    const ids = await addLeads(partner, 1);
    const gone = await portal.asPartner('Gone');
    await admin.call(routes.deletePartner, { params: { id: gone.user.id } });
    for (const partner_id of [unknownId, admin.user.id, gone.user.id]) {
      const { status, body } = await changeMany(admin, { ids, partner_id });
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: 'Choose a partner to move the leads to',
      });
    }
    expect(await listedIds(partner)).toEqual(ids);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { unknownId } from '#test/every-route.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

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

function change(caller: SignedIn, body: Record<string, unknown>) {
  return caller.call(routes.changeLeads, { body: body as never });
}

async function idsOf(owner: SignedIn, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await addLead(owner)).id);
  return ids;
}

async function eventsOf(ids: string[]) {
  return portal.db.queryOnce<Record<string, unknown>>(sql`
    select subject_id, partner_id, kind, by_id, via, data, bulk_id, version, request_id
    from events where subject_id = any(${ids}::uuid[]) order by at, id`);
}

async function listed(owner: SignedIn) {
  const { leads, total } = (await owner.call(routes.listLeads, { query: { limit: 100 } })).body;
  expect(leads).toHaveLength(total);
  return leads.map(({ id }) => id).sort();
}

async function markUnread(id: string, owner: SignedIn, ...sides: string[]): Promise<void> {
  for (const side of sides) {
    await portal.db.queryOnce(sql`
      insert into unread_notes (lead_id, side, partner_id) values (${id}, ${side}, ${owner.user.id})`);
  }
}
const unreadOf = (id: string) =>
  portal.db.queryOnce<{ side: string; partner_id: string }>(sql`
    select side, partner_id from unread_notes where lead_id = ${id} order by side`);

describe('Moving many leads', () => {
  test('hands them to the other partner, whose timeline begins with it', async () => {
    const ids = await idsOf(partner, 2);
    await change(admin, { ids, status: 'live' });
    const { body } = await change(admin, { ids, partner_id: other.user.id });
    expect(body.count).toBe(2);
    expect([await listed(partner), await listed(other)]).toEqual([[], ids.sort()]);
    const told = (await eventsOf(ids)).filter(({ kind }) => kind === 'moved');
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
    const [id = ''] = await idsOf(partner, 1);
    await markUnread(id, partner, 'admin', 'partner');
    await change(admin, { ids: [id], partner_id: other.user.id });
    expect(await unreadOf(id)).toEqual([{ side: 'admin', partner_id: other.user.id }]);
  });

  test('is refused where the target is no partner', async () => {
    const ids = await idsOf(partner, 1);
    const gone = await portal.asPartner('Gone');
    await admin.call(routes.deletePartner, { params: { id: gone.user.id } });
    for (const partner_id of [unknownId, admin.user.id, gone.user.id]) {
      const { status, body } = await change(admin, { ids, partner_id });
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: 'Choose a partner to move the leads to',
      });
    }
    expect(await listed(partner)).toEqual(ids);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { untilWaiting } from '#test/locked-lead.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { forgetOldChanges } from './forget.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
});
beforeEach(async () => {
  admin = await portal.asAdmin();
  [partner, other] = [await portal.asPartner('One'), await portal.asPartner('Other')];
});
afterAll(() => portal.close());

const minute = 60 * 1000;
const hour = 60 * minute;

async function move(ids: string[]): Promise<string> {
  const body = { ids, partner_id: other.user.id };
  return (await admin.call(routes.changeLeads, { body })).body.undo_id;
}
const undo = async (id: string) =>
  (await admin.call(routes.undoLeadsChange, { params: { id } })).body;
const note = (caller: SignedIn, id: string) =>
  caller.call(routes.addNote, { params: { id }, body: { text: 'Hello' } });
const ownerOf = async (id: string) =>
  (await admin.call(routes.getLead, { params: { id } })).body.lead.partner_id;
const unreadBy = async (caller: SignedIn) =>
  (await caller.call(routes.countUnreadLeads)).body.count;

describe('Undoing a move', () => {
  test.each(['the new partner', 'an administrator'])(
    'leaves alone a lead that %s has written a note on since, and its unread mark',
    async (author) => {
      const [noted, quiet] = [(await addLead(partner)).id, (await addLead(partner)).id];
      const id = await move([noted, quiet]);
      const writer = author === 'an administrator' ? admin : other;
      expect((await note(writer, noted)).status).toBe(201);
      expect(await undo(id)).toEqual({ count: 1, left: 1 });
      expect(await ownerOf(noted)).toBe(other.user.id);
      expect(await ownerOf(quiet)).toBe(partner.user.id);
      expect(await unreadBy(other)).toBe(writer === admin ? 1 : 0);
      expect(await unreadBy(partner)).toBe(0);
    },
  );

  test('puts back a lead whose notes are from before it', async () => {
    const { id } = await addLead(partner);
    await note(admin, id);
    const moved = await move([id]);
    expect(await unreadBy(partner)).toBe(0);
    expect(await undo(moved)).toEqual({ count: 1, left: 0 });
    expect(await ownerOf(id)).toBe(partner.user.id);
    expect(await unreadBy(partner)).toBe(1);
  });

  test('puts back a lead that got a note when it was with the same partner once before', async () => {
    const { id } = await addLead(partner);
    await move([id]);
    await note(other, id);
    const back = { ids: [id], partner_id: partner.user.id };
    await admin.call(routes.changeLeads, { body: back });
    portal.clock.advance(1);
    expect(await undo(await move([id]))).toEqual({ count: 1, left: 0 });
  });

  test('waits for whoever writes a note at this moment, and then leaves the lead alone', async () => {
    const { id } = await addLead(partner);
    const moved = await move([id]);
    const { undone } = await portal.db.transaction(async (tx) => {
      await tx.queryOnce(sql`select from leads where id = ${id} for share`);
      const undone = undo(moved);
      await untilWaiting(portal.db, 1);
      await tx.queryOnce(sql`
        insert into events (id, subject, subject_id, partner_id, kind, via, at, data)
        values (uuid_v7(), 'lead', ${id}, ${other.user.id}, 'note', 'portal',
          ${portal.clock.now()}, '{"text": "Hello"}')`);
      return { undone };
    });
    expect(await undone).toEqual({ count: 0, left: 1 });
  });
});

describe('A change', () => {
  test('that was undone is not answered as if it stood', async () => {
    const { id } = await addLead(partner);
    const body = { ids: [id], delete: true as const, change_id: randomUUID() };
    await partner.call(routes.changeLeads, { body });
    const params = { id: body.change_id };
    expect((await partner.call(routes.undoLeadsChange, { params })).status).toBe(200);
    const again = await partner.call(routes.changeLeads, { body });
    expect([again.status, again.body.error]).toEqual([409, 'This change has already been undone']);
    expect((await partner.call(routes.getLead, { params: { id } })).status).toBe(200);
  });

  test('is forgotten after a day, with what only undoing it needs; its events stay', async () => {
    const ids = [(await addLead(partner)).id, (await addLead(partner)).id];
    const change = { ids, status: 'live', change_id: randomUUID() };
    await admin.call(routes.changeLeads, { body: change });
    portal.clock.advance(23 * hour);
    admin = await portal.asAdmin();
    const later = { ids, status: 'open', change_id: randomUUID() };
    await admin.call(routes.changeLeads, { body: later });
    const kept = (id: string) =>
      portal.db.queryOnce(sql`
        select (select count(*) from bulk_changes where id = ${id}) as changes,
          count(*) as events, count(undo) as undoable
        from events where bulk_id = ${id}`);
    await forgetOldChanges(portal.db);
    expect(await kept(change.change_id)).toEqual([{ changes: 1, events: 2, undoable: 2 }]);
    const repeated = await admin.call(routes.changeLeads, { body: change });
    expect(repeated.body).toEqual({ count: 2, undo_id: change.change_id });
    portal.clock.advance(hour + minute);
    admin = await portal.asAdmin();
    await forgetOldChanges(portal.db);
    expect(await kept(change.change_id)).toEqual([{ changes: 0, events: 2, undoable: 0 }]);
    expect(await kept(later.change_id)).toEqual([{ changes: 1, events: 2, undoable: 2 }]);
    const timeline = await admin.call(routes.listLeadEvents, { params: { id: ids[0] ?? '' } });
    expect(timeline.body.events).toMatchObject([
      { kind: 'submitted' },
      { kind: 'status', from: 'new', to: 'live' },
      { kind: 'status', from: 'live', to: 'open' },
    ]);
  });
});

test('Of a change of thousands of leads all is forgotten, not only the first', async () => {
  const { id } = await addLead(partner);
  const change = await move([id]);
  await portal.db.queryOnce(sql`
    insert into events (id, subject, subject_id, partner_id, kind, via, at, data, bulk_id, undo)
    select uuid_v7(), subject, uuid_v7(), partner_id, kind, via, at, data, bulk_id, undo
    from events, generate_series(1, 4_100) where bulk_id = ${change}`);
  portal.clock.advance(25 * hour);
  await forgetOldChanges(portal.db);
  const kept = await portal.db.queryOnce(sql`
    select 1 from events where bulk_id = ${change} and undo is not null`);
  expect(kept).toEqual([]);
});

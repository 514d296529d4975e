import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { importIdOf, unknownId } from '#test/every-route.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  portal = await testPortal({ env: { RATE_LIMIT_GENERAL: '1000000' } });
});
beforeEach(async () => {
  admin = await portal.asAdmin();
  [partner, other] = [await portal.asPartner('One'), await portal.asPartner('Other')];
});
afterAll(() => portal.close());

async function change(caller: SignedIn, body: object): Promise<string> {
  const answer = await caller.call(routes.changeLeads, { body: body as never });
  expect(answer.status, answer.body.error).toBe(200);
  return answer.body.undo_id;
}
const undo = (caller: SignedIn, id: string) =>
  caller.call(routes.undoLeadsChange, { params: { id } });

async function idsOf(owner: SignedIn, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await addLead(owner)).id);
  return ids.sort();
}

/** The rows themselves, but for how often they were changed. */
async function rowsOf(ids: string[]): Promise<unknown[]> {
  const rows = await portal.db.queryOnce<{ row: unknown }>(sql`
    select to_jsonb(leads) - 'version' as row from leads
    where id = any(${ids}::uuid[]) order by id`);
  return rows.map(({ row }) => row);
}

async function lastEvents(ids: string[]) {
  return portal.db.queryOnce<Record<string, unknown>>(sql`
    select distinct on (subject_id) kind, events.partner_id, by_id, data, bulk_id,
      events.version = leads.version as of_today
    from events join leads on leads.id = subject_id
    where subject_id = any(${ids}::uuid[]) order by subject_id, at desc, events.id desc`);
}

const unreadOf = (id: string) =>
  portal.db.queryOnce<{ side: string; partner_id: string }>(sql`
    select side, partner_id from unread_notes where lead_id = ${id} order by side`);

async function markUnread(id: string, owner: SignedIn, ...sides: string[]): Promise<void> {
  for (const side of sides) {
    await portal.db.queryOnce(sql`
      insert into unread_notes (lead_id, side, partner_id) values (${id}, ${side}, ${owner.user.id})`);
  }
}

describe('Undoing puts back', () => {
  test('each status with the moment it dates from', async () => {
    const ids = await idsOf(partner, 3);
    await change(admin, { ids: ids.slice(0, 1), status: 'In_Progress' });
    portal.clock.advance(1_000);
    const before = await rowsOf(ids);
    const id = await change(admin, { ids, status: 'live' });
    expect(await rowsOf(ids)).not.toEqual(before);
    const { status, body } = await undo(admin, id);
    expect({ status, body }).toEqual({ status: 200, body: { count: 3, left: 0 } });
    expect(await rowsOf(ids)).toEqual(before);
    expect(await lastEvents(ids)).toEqual(
      ['In_Progress', 'new', 'new'].map((to) => ({
        kind: 'status',
        partner_id: partner.user.id,
        by_id: admin.user.id,
        data: { from: 'live', to },
        bulk_id: null,
        of_today: true,
      })),
    );
    expect((await partner.call(routes.listLiveCompanies)).body.total).toBe(0);
  });

  test('leads to the partners they were of', async () => {
    const ids = [...(await idsOf(partner, 1)), ...(await idsOf(other, 1))].sort();
    const third = await portal.asPartner('Third');
    const before = await rowsOf(ids);
    const id = await change(admin, { ids, partner_id: third.user.id });
    expect((await undo(admin, id)).body).toEqual({ count: 2, left: 0 });
    expect(await rowsOf(ids)).toEqual(before);
    expect((await third.call(routes.listLeads)).body.total).toBe(0);
    const told = await lastEvents(ids);
    expect(told.map(({ kind, of_today }) => ({ kind, of_today }))).toEqual(
      ids.map(() => ({ kind: 'moved', of_today: true })),
    );
    for (const { partner_id, data } of told)
      expect(data).toEqual({ from: third.user.id, to: partner_id });
  });

  test('deleted leads with all that they held', async () => {
    const ids = await idsOf(partner, 2);
    await change(admin, { ids, status: 'live' });
    const before = await rowsOf(ids);
    const id = await change(partner, { ids, delete: true });
    expect(await rowsOf(ids)).toEqual([]);
    expect((await undo(partner, id)).body).toEqual({ count: 2, left: 0 });
    expect(await rowsOf(ids)).toEqual(before);
    expect(await lastEvents(ids)).toMatchObject(
      ids.map(() => ({ kind: 'restored', partner_id: partner.user.id, of_today: true })),
    );
    expect((await partner.call(routes.listLiveCompanies)).body.total).toBe(1);
    const gone = await portal.db.queryOnce(sql`
      select id from deleted_leads where partner_id = ${partner.user.id}`);
    expect(gone).toEqual([]);
  });

  test('what was unread, and no more', async () => {
    const [first = '', second = ''] = await idsOf(partner, 2);
    await markUnread(first, partner, 'admin', 'partner');
    const marks = ['admin', 'partner'].map((side) => ({ side, partner_id: partner.user.id }));
    const gone = await change(partner, { ids: [first], delete: true });
    await undo(partner, gone);
    expect(await unreadOf(first)).toEqual(marks);
    const moved = await change(admin, { ids: [first, second], partner_id: other.user.id });
    await markUnread(second, other, 'admin', 'partner');
    await undo(admin, moved);
    expect(await unreadOf(first)).toEqual(marks);
    expect(await unreadOf(second)).toEqual(marks.slice(0, 1));
  });

  test('an import that can be undone again', async () => {
    const id = await importIdOf(partner);
    const canUndo = async () =>
      (await partner.call(routes.getImport, { params: { id } })).body.import.can_undo;
    const { leads } = (await partner.call(routes.listLeads)).body;
    const undoId = await change(partner, { ids: leads.map((lead) => lead.id), delete: true });
    expect(await canUndo()).toBe(false);
    await undo(partner, undoId);
    expect(await canUndo()).toBe(true);
  });
});

test('An import that lacks one of its leads cannot be undone, though the others came back', async () => {
  const file = filePayload('company_name,first_name,last_name,email\nA,B,C,d@e.fg\nA,B,D,e@e.fg\n');
  const { import_id: id } = (await partner.call(routes.uploadLeads, { file })).body;
  const ids = (await partner.call(routes.listLeads)).body.leads.map((lead) => lead.id).sort();
  expect(ids).toHaveLength(2);
  const undoId = await change(partner, { ids, delete: true });
  // As if the time to bring it back were over.
  await portal.db.queryOnce(sql`delete from deleted_leads where id = ${ids[1]}`);
  expect((await undo(partner, undoId)).body).toEqual({ count: 1, left: 1 });
  const { import: record } = (await partner.call(routes.getImport, { params: { id } })).body;
  expect(record.can_undo).toBe(false);
  const { total } = (await partner.call(routes.listLeads, { query: { import_id: id } })).body;
  expect(total).toBe(1);
});

describe('Undoing leaves alone', () => {
  test('leads that were changed since, and says how many', async () => {
    const [touched = '', ...ids] = await idsOf(partner, 3);
    const id = await change(admin, { ids: [touched, ...ids], status: 'open' });
    await admin.call(routes.updateLead, { params: { id: touched }, body: { status: 'live' } });
    expect((await undo(admin, id)).body).toEqual({ count: 2, left: 1 });
    const { lead } = (await admin.call(routes.getLead, { params: { id: touched } })).body;
    expect(lead.status).toBe('live');
    expect((await lastEvents([touched]))[0]).toMatchObject({ data: { from: 'open', to: 'live' } });
  });

  test('leads that were moved or deleted since', async () => {
    const [moved = '', gone = '', kept = ''] = await idsOf(partner, 3);
    const id = await change(admin, { ids: [moved, gone, kept], status: 'open' });
    await change(admin, { ids: [moved], partner_id: other.user.id });
    await change(partner, { ids: [gone], delete: true });
    expect((await undo(admin, id)).body).toEqual({ count: 1, left: 2 });
    expect((await other.call(routes.listLeads)).body.leads[0]).toMatchObject({ status: 'open' });
  });

  test('leads that were brought back, or deleted once more', async () => {
    const [back = '', again = ''] = await idsOf(partner, 2);
    const first = await change(admin, { ids: [back, again], delete: true });
    // As bringing back one lead does, and somebody else deleting it.
    await portal.db.queryOnce(sql`delete from deleted_leads where id = ${back}`);
    portal.clock.advance(1);
    await portal.db.queryOnce(sql`
      update deleted_leads set deleted_at = ${portal.clock.now()} where id = ${again}`);
    expect((await undo(admin, first)).body).toEqual({ count: 0, left: 2 });
  });
});

describe('Undoing is refused', () => {
  test('for the change of somebody else, whoever asks', async () => {
    const [lead = ''] = await idsOf(partner, 1);
    const id = await change(partner, { ids: [lead], delete: true });
    for (const caller of [other, admin]) {
      const { status, body } = await undo(caller, id);
      expect({ status, error: body.error }).toEqual({
        status: 404,
        error: 'There is no such change of yours',
      });
    }
    expect((await undo(partner, unknownId)).status).toBe(404);
    expect((await undo(partner, id)).body.count).toBe(1);
  });

  test('when 60 seconds are over', async () => {
    const ids = await idsOf(partner, 2);
    const [first = '', second = ''] = ids;
    const [early, late] = [
      await change(partner, { ids: [first], delete: true }),
      await change(partner, { ids: [second], delete: true }),
    ];
    portal.clock.advance(59_000);
    expect((await undo(partner, early)).status).toBe(200);
    portal.clock.advance(2_000);
    const { status, body } = await undo(partner, late);
    expect({ status, error: body.error }).toEqual({
      status: 409,
      error: 'This can be undone for 60 seconds, and they are over',
    });
    expect(await rowsOf(ids)).toHaveLength(1);
  });
});

describe('A change_id of the caller’s own', () => {
  test('makes a repeated call answer the same and change nothing twice', async () => {
    const ids = await idsOf(partner, 2);
    const body = { ids, delete: true as const, change_id: randomUUID() };
    const answers = [];
    for (let n = 0; n < 2; n++) {
      const { status, body: answer } = await partner.call(routes.changeLeads, { body });
      answers.push({ status, answer });
    }
    const same = { status: 200, answer: { count: 2, undo_id: body.change_id } };
    expect(answers).toEqual([same, same]);
    const events = await portal.db.queryOnce(sql`
      select 1 from events where bulk_id = ${body.change_id}`);
    expect(events).toHaveLength(2);
  });

  test('is refused for another change, and for another user', async () => {
    const [first = '', second = ''] = await idsOf(partner, 2);
    const change_id = randomUUID();
    await change(partner, { ids: [first], delete: true, change_id });
    const [lead = ''] = await idsOf(other, 1);
    for (const [caller, id] of [
      [partner, second],
      [other, lead],
    ] as const) {
      const body = { ids: [id], delete: true as const, change_id };
      const answer = await caller.call(routes.changeLeads, { body });
      expect({ status: answer.status, error: answer.body.error }).toEqual({
        status: 409,
        error: 'This change_id belongs to another change',
      });
    }
    expect(await rowsOf([second, lead])).toHaveLength(2);
  });

  test('that failed can be used again', async () => {
    const ids = await idsOf(partner, 1);
    const change_id = randomUUID();
    const refused = { filter: {}, expected: 5, delete: true as const, change_id };
    expect((await partner.call(routes.changeLeads, { body: refused })).status).toBe(409);
    expect(await change(partner, { ids, delete: true, change_id })).toBe(change_id);
  });
});

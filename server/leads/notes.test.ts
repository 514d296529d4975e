import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importText } from '#contract/import-text.ts';
import { routes } from '#contract/routes.ts';
import type { Transaction } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { untilWaiting } from '#test/locked-lead.ts';
import { moveLead } from '#test/moved-lead.ts';
import {
  addLead,
  filePayload,
  partnerPassword,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';
import { writeNote } from './notes.ts';

const tooLong = 'Note must be at most 5000 characters';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.query(sql`delete from unread_notes`);
  partner = await portal.asPartner('Pat');
});

const note = (caller: SignedIn, id: string, text = 'Called twice') =>
  caller.call(routes.addNote, { params: { id }, body: { text } });
const markRead = (caller: SignedIn, id: string) =>
  caller.call(routes.markNotesRead, { params: { id } });

/** What the list, the lead itself and the menu say of one lead. */
async function unreadOf(caller: SignedIn, id: string) {
  const { leads } = (await caller.call(routes.listLeads, { query: { limit: 100 } })).body;
  return {
    list: leads.find((lead) => lead.id === id)?.unread,
    lead: (await caller.call(routes.getLead, { params: { id } })).body.lead?.unread,
    menu: (await caller.call(routes.countUnreadLeads)).body.count,
  };
}
const unread = { list: true, lead: true, menu: 1 };
const read = { list: false, lead: false, menu: 0 };

test('A note is answered as the timeline tells it, and changes nothing of the lead', async () => {
  const before = await addLead(partner);
  const { status, body } = await note(partner, before.id, '  Called twice ');
  const { id, name, role } = partner.user;
  const event = { kind: 'note', text: 'Called twice', by: { id, name, role } };
  expect([status, body]).toEqual([
    201,
    { event: { ...event, id: expect.any(String), at: portal.clock.now().toISOString() } },
  ]);
  const params = { id: before.id };
  const { events } = (await partner.call(routes.listLeadEvents, { params })).body;
  expect(events[1]).toEqual(body.event);
  expect((await partner.call(routes.getLead, { params })).body.lead).toEqual(before);
});

test.each([
  { note: 'that is left out', text: undefined, message: 'Note is required' },
  { note: 'of blanks', text: ' \n ', message: 'Note is required' },
  { note: 'that nobody sees', text: '\u200b', message: 'Note is required' },
  { note: 'of 5,001 characters', text: 'x'.repeat(5_001), message: tooLong },
  { note: 'with a NUL', text: 'a\0b', message: 'Note has a character that cannot be stored' },
])('A note $note is refused: $message', async ({ text, message }) => {
  const { id } = await addLead(partner);
  const url = `/api/leads/${id}/notes`;
  const { status, body } = await partner.send({ method: 'POST', url, payload: { text } });
  expect([status, body]).toEqual([400, { error: message, fields: { text: message } }]);
});

test('A partner’s note is unread for the administrators until one of them has read it', async () => {
  const { id } = await addLead(partner);
  await note(partner, id);
  expect(await unreadOf(partner, id)).toEqual(read);
  expect(await unreadOf(admin, id)).toEqual(unread);
  expect((await markRead(admin, id)).body).toEqual({ success: true });
  expect(await unreadOf(await portal.asNewAdmin(), id)).toEqual(read);
});

test('An administrator’s note is unread for the partner until they have read it', async () => {
  const { id } = await addLead(partner);
  await note(admin, id);
  await note(admin, id, 'Any news?');
  expect(await unreadOf(admin, id)).toEqual(read);
  await markRead(admin, id);
  expect(await unreadOf(partner, id)).toEqual(unread);
  await markRead(partner, id);
  expect(await unreadOf(partner, id)).toEqual(read);
  await note(admin, id);
  expect(await unreadOf(partner, id)).toEqual(unread);
});

test('Nobody writes or reads notes on another partner’s lead, on a deleted one or on none', async () => {
  const other = await portal.asPartner();
  const [theirs, deleted] = [await addLead(other), await addLead(partner)];
  await note(admin, theirs.id);
  await partner.call(routes.deleteLead, { params: { id: deleted.id } });
  for (const id of [theirs.id, deleted.id, '0192aaaa-0000-7000-8000-000000000000']) {
    for (const call of [note, markRead]) {
      const { status, body } = await call(partner, id);
      expect([status, body]).toEqual([404, { error: 'Lead not found' }]);
    }
  }
  expect(await unreadOf(other, theirs.id)).toEqual(unread);
  expect((await note(admin, deleted.id)).status).toBe(404);
});

test('A deleted lead is unread for nobody, and a restored one is as unread as it was', async () => {
  const { id } = await addLead(partner);
  await note(admin, id);
  await note(partner, id);
  await partner.call(routes.deleteLead, { params: { id } });
  expect((await partner.call(routes.countUnreadLeads)).body.count).toBe(0);
  expect(await unreadOf(admin, id)).toEqual({ ...read, list: undefined });
  await admin.call(routes.restoreLead, { params: { id } });
  expect(await unreadOf(partner, id)).toEqual(unread);
  expect(await unreadOf(admin, id)).toEqual(unread);
});

test('A note for the partner who had a lead is not unread for the one it was moved to', async () => {
  const taker = await portal.asPartner();
  const { id } = await addLead(partner);
  await note(admin, id, 'For you only');
  await note(partner, id, 'For the office');
  await moveLead(portal, { id, from: partner, to: taker, by: admin });
  expect(await unreadOf(taker, id)).toEqual(read);
  expect((await partner.call(routes.countUnreadLeads)).body.count).toBe(0);
  expect(await unreadOf(admin, id)).toEqual(unread);
  await note(admin, id, 'Welcome');
  expect(await unreadOf(taker, id)).toEqual(unread);
});

test('On a lead of an administrator’s own no note waits for a partner', async () => {
  const { id } = await addLead(admin);
  await note(admin, id);
  expect(await portal.db.query(sql`select * from unread_notes`)).toEqual([]);
});

test('An import is not undone once one of its leads has a note, whatever else is put back', async () => {
  const csv = 'company_name,first_name,last_name,email\nA,B,C,d@e.example\n';
  const file = filePayload(csv);
  const { import_id } = (await partner.call(routes.uploadLeads, { file })).body;
  const id = (await partner.call(routes.listLeads)).body.leads[0]?.id ?? '';
  const setStatus = (status: string) =>
    admin.call(routes.updateLead, { params: { id }, body: { status } });
  const undo = () => partner.call(routes.undoImport, { params: { id: import_id } });
  await setStatus('open');
  await note(partner, id);
  await setStatus('new');
  const { status, body } = await undo();
  const { imports } = (await partner.call(routes.listImports)).body;
  expect([status, body.error, imports[0]?.can_undo]).toEqual([409, importText.touched, false]);
  expect((await partner.call(routes.listLeads)).body.total).toBe(1);
});

describe('Of a note and the undo of its import at the same moment', () => {
  async function importOfOne() {
    const query = { upload_id: crypto.randomUUID() };
    const file = filePayload('company_name,first_name,last_name,email\nA,B,C,d@e.example\n');
    const { import_id } = (await partner.call(routes.uploadLeads, { file, query })).body;
    const { leads } = (await partner.call(routes.listLeads, { query: { import_id } })).body;
    const undo = () => partner.call(routes.undoImport, { params: { id: import_id } });
    return { import_id, id: leads[0]?.id ?? '', undo };
  }

  const write = (tx: Transaction, id: string) =>
    writeNote(tx, admin.user, id, 'Called twice', {
      by: admin.user.id,
      requestId: null,
      clock: portal.clock.now,
    });

  test('the undo waits for a note that is being written, and is then refused', async () => {
    const { id, undo } = await importOfOne();
    const { undone } = await portal.db.transaction(async (tx) => {
      await write(tx, id);
      const undone = undo();
      await untilWaiting(portal.db, 1);
      return { undone };
    });
    const { status, body } = await undone;
    expect([status, body.error]).toEqual([409, importText.touched]);
    expect((await unreadOf(partner, id)).lead).toBe(true);
  });

  test('a note waits for the leads to be taken back, and then finds none', async () => {
    const { import_id, id, undo } = await importOfOne();
    const calls = await portal.db.transaction(async (tx) => {
      await tx.queryOnce(sql`select 1 from imports where id = ${import_id} for update`);
      // It has deleted the lead, and cannot mark the import yet.
      const undone = undo();
      await untilWaiting(portal.db, 1);
      const noted = portal.db.transaction((other) => write(other, id)).catch(({ code }) => code);
      await untilWaiting(portal.db, 2);
      return { undone, noted };
    });
    expect((await calls.undone).status).toBe(200);
    expect(await calls.noted).toBe('not_found');
    expect(await portal.db.query(sql`select 1 from unread_notes`)).toEqual([]);
  });
});

test('A person may write so many notes in an hour; one more is refused, and is not there', async () => {
  const busy = await testPortal({ env: { RATE_LIMIT_NOTES: '2' } });
  try {
    const writer = await busy.asPartner();
    const { id } = await addLead(writer);
    const unknown = await note(writer, crypto.randomUUID());
    const statuses = [(await note(writer, id)).status, (await note(writer, id)).status];
    busy.clock.advance(60_000);
    const { status, headers, body } = await note(writer, id);
    // One that could not be written has not been counted.
    expect([unknown.status, ...statuses, status]).toEqual([404, 201, 201, 429]);
    expect([headers['retry-after'], body]).toEqual([
      '3540',
      { error: 'You can write 2 notes in an hour. Please try again in 59 minutes.' },
    ]);
    const { events } = (await writer.call(routes.listLeadEvents, { params: { id } })).body;
    expect(events.filter(({ kind }) => kind === 'note')).toHaveLength(2);
    expect((await note(await busy.asAdmin(), id)).status).toBe(201);
    busy.clock.advance(59 * 60_000);
    expect((await note(await busy.logIn(writer.user.email, partnerPassword), id)).status).toBe(201);
  } finally {
    await busy.close();
  }
});

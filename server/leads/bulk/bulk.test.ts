import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { unknownId } from '#test/every-route.ts';
import {
  addLead,
  filePayload,
  partnerPassword,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';
import { keptColumns } from '../lead-row.ts';

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

const statusOf = async (id: string) =>
  (await admin.call(routes.getLead, { params: { id } })).body.lead?.status;

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

test('A change_id of somebody else is refused, whoever asks for the same', async () => {
  const ids = await idsOf(partner, 1);
  const change_id = randomUUID();
  const body = { ids, status: 'open', change_id };
  expect((await change(admin, body)).status).toBe(200);
  const account = { name: 'Second', email: 'second@office.example', password: partnerPassword };
  await admin.call(routes.createAdministrator, { body: account });
  const second = await portal.logIn(account.email, account.password);
  expect((await change(second, body)).status).toBe(409);
});

describe('A status for many leads', () => {
  test('is set by an administrator for leads of several partners, and told on each timeline', async () => {
    const ids = [...(await idsOf(partner, 2)), ...(await idsOf(other, 1))];
    const { status, body } = await change(admin, { ids, status: 'Contacted' });
    expect({ status, count: body.count }).toEqual({ status: 200, count: 3 });
    for (const id of ids) {
      const { lead } = (await admin.call(routes.getLead, { params: { id } })).body;
      expect(lead).toMatchObject({ status: 'Contacted', version: 2 });
    }
    const events = await eventsOf(ids);
    expect(events).toHaveLength(3);
    for (const event of events) {
      expect(event).toMatchObject({
        kind: 'status',
        by_id: admin.user.id,
        via: 'portal',
        data: { from: 'new', to: 'Contacted' },
        bulk_id: body.undo_id,
        version: 2,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
    expect(events.map(({ partner_id }) => partner_id).sort()).toEqual(
      [partner.user.id, partner.user.id, other.user.id].sort(),
    );
  });

  test('counts and tells only the leads that are different now', async () => {
    const ids = await idsOf(partner, 3);
    await change(admin, { ids: ids.slice(0, 1), status: 'open' });
    const { body } = await change(admin, { ids, status: 'open' });
    expect(body.count).toBe(2);
    expect(await eventsOf(ids)).toHaveLength(3);
  });

  test('moves the counts by group and the live companies along', async () => {
    const ids = await idsOf(partner, 3);
    await change(admin, { ids, status: 'Closed Won' });
    const count = async (status_group: string) =>
      (await partner.call(routes.countLeads, { query: { status_group } })).body.count;
    expect([await count('new'), await count('closed won')]).toEqual([0, 3]);
    expect((await partner.call(routes.listLiveCompanies)).body.total).toBe(1);
    await change(admin, { ids, status: 'closed lost' });
    expect((await partner.call(routes.listLiveCompanies)).body.total).toBe(0);
  });

  test.each([
    ['status', () => ({ status: 'live' })],
    ['partner_id', () => ({ partner_id: other.user.id })],
  ])('A %s from a partner is refused, and nothing is changed', async (_, asked) => {
    const ids = await idsOf(partner, 2);
    const { status, body } = await change(partner, { ids, ...asked() });
    expect({ status, error: body.error }).toEqual({
      status: 403,
      error: 'Insufficient permissions',
    });
    for (const id of ids) expect(await statusOf(id)).toBe('new');
    expect(await listed(partner)).toEqual(ids.sort());
    expect(await eventsOf(ids)).toEqual([]);
  });
});

describe('Deleting many leads', () => {
  test('hides them everywhere and keeps them to be restored', async () => {
    const [kept = '', ...ids] = await idsOf(partner, 3);
    const { body } = await change(partner, { ids, delete: true });
    expect(body.count).toBe(2);
    expect(await listed(partner)).toEqual([kept]);
    const gone = await portal.db.queryOnce<Record<string, unknown>>(sql`
      select id, company_name, version, deleted_by, deleted_at is not null as dated
      from deleted_leads where partner_id = ${partner.user.id} order by id`);
    expect(gone).toEqual(
      ids.sort().map((id) => ({
        id,
        company_name: 'Acme Ltd',
        version: 2,
        deleted_by: partner.user.id,
        dated: true,
      })),
    );
    expect((await eventsOf(ids)).map(({ kind, version }) => ({ kind, version }))).toEqual(
      ids.map(() => ({ kind: 'deleted', version: 2 })),
    );
  });

  test('keeps every column that a lead has', async () => {
    const named = await portal.db.queryOnce<{ name: string }>(sql`
      select column_name::text as name from information_schema.columns
      where table_name = 'leads' and table_schema = current_schema() order by 1`);
    expect(named.map(({ name }) => name)).toEqual([...keptColumns, 'version'].sort());
  });

  test.each([
    ['of another partner', async () => (await idsOf(other, 1))[0]],
    ['that is not there', async () => unknownId],
  ])('With a lead %s none is deleted', async (_, foreign) => {
    const ids = await idsOf(partner, 2);
    const { status, body } = await change(partner, {
      ids: [...ids, await foreign()],
      delete: true,
    });
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'Lead not found' });
    expect(await listed(partner)).toEqual(ids.sort());
    expect(await eventsOf(ids)).toEqual([]);
  });

  test('A lead that is named twice is one lead', async () => {
    const [id = ''] = await idsOf(partner, 1);
    const { status, body } = await change(partner, { ids: [id, id], delete: true });
    expect({ status, count: body.count }).toEqual({ status: 200, count: 1 });
  });

  test('A thousand leads can be named, and not one more', async () => {
    const ids = Array.from(
      { length: 1_001 },
      (_, n) => `0192aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`,
    );
    expect((await change(partner, { ids: ids.slice(1), delete: true })).status).toBe(404);
    expect((await change(partner, { ids, delete: true })).body).toMatchObject({
      error: 'At most 1000 leads can be chosen one by one',
    });
  });
});

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

describe('By filter', () => {
  const byFilter = (caller: SignedIn, filter: object, expected: number, what: object) =>
    change(caller, { filter, expected, ...what });

  test('changes all that the list shows, and no other', async () => {
    const ids = await idsOf(partner, 3);
    await addLead(other);
    await change(admin, { ids: ids.slice(0, 1), status: 'open' });
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
    await markUnread(country.id, partner, 'partner');
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
    expect(await listed(partner)).toContain(search.id);
  });

  test('is refused where the list shows another number by now', async () => {
    const ids = await idsOf(partner, 2);
    for (const expected of [1, 3]) {
      const { status, body } = await byFilter(partner, {}, expected, { delete: true });
      expect({ status, error: body.error }).toEqual({
        status: 409,
        error: 'The list has changed since it was shown. Look at it again, then repeat the change.',
      });
    }
    expect(await listed(partner)).toEqual(ids.sort());
    expect(await eventsOf(ids)).toEqual([]);
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

describe('What is asked for', () => {
  test.each([
    ['no leads', { delete: true }],
    ['an empty list', { ids: [], delete: true }],
    ['a filter without the expected count', { filter: {}, delete: true }],
    ['a count without a filter', { expected: 1, delete: true }],
    ['ids and a filter', { ids: [unknownId], filter: {}, expected: 1, delete: true }],
    ['ids and a count', { ids: [unknownId], expected: 1, delete: true }],
  ])('is refused with %s', async (_, body) => {
    const answer = await change(admin, body);
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 400,
      error: 'Send ids, or a filter with the expected count',
    });
  });

  test.each([
    ['nothing', {}],
    ['two things', { status: 'open', delete: true }],
  ])('is refused with %s to change', async (_, what) => {
    const answer = await change(admin, { ids: [unknownId], ...what });
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 400,
      error: 'Send one of status, delete and partner_id',
    });
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { unknownId } from '#test/every-route.ts';
import { addLeads, changeMany, eventsOf, listedIds } from '#test/many-leads.ts';
import { type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
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

const statusOf = async (id: string) =>
  (await admin.call(routes.getLead, { params: { id } })).body.lead?.status;

test('A change_id of somebody else is refused, whoever asks for the same', async () => {
  const ids = await addLeads(partner, 1);
  const change_id = randomUUID();
  const body = { ids, status: 'open', change_id };
  expect((await changeMany(admin, body)).status).toBe(200);
  const second = await portal.asNewAdmin();
  expect((await changeMany(second, body)).status).toBe(409);
});

describe('A status for many leads', () => {
  test('is set by an administrator for leads of several partners, and told on each timeline', async () => {
    const ids = [...(await addLeads(partner, 2)), ...(await addLeads(other, 1))];
    const { status, body } = await changeMany(admin, { ids, status: 'Contacted' });
    expect({ status, count: body.count }).toEqual({ status: 200, count: 3 });
    for (const id of ids) {
      const { lead } = (await admin.call(routes.getLead, { params: { id } })).body;
      expect(lead).toMatchObject({ status: 'Contacted', version: 2 });
    }
    const events = await eventsOf(portal, ids);
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
    const ids = await addLeads(partner, 3);
    await changeMany(admin, { ids: ids.slice(0, 1), status: 'open' });
    const { body } = await changeMany(admin, { ids, status: 'open' });
    expect(body.count).toBe(2);
    expect(await eventsOf(portal, ids)).toHaveLength(3);
  });

  test('moves the counts by group and the live companies along', async () => {
    const ids = await addLeads(partner, 3);
    await changeMany(admin, { ids, status: 'Closed Won' });
    const count = async (status_group: string) =>
      (await partner.call(routes.countLeads, { query: { status_group } })).body.count;
    expect([await count('new'), await count('closed won')]).toEqual([0, 3]);
    expect((await partner.call(routes.listLiveCompanies)).body.total).toBe(1);
    await changeMany(admin, { ids, status: 'closed lost' });
    expect((await partner.call(routes.listLiveCompanies)).body.total).toBe(0);
  });

  test.each([
    ['status', () => ({ status: 'live' })],
    ['partner_id', () => ({ partner_id: other.user.id })],
  ])('A %s from a partner is refused, and nothing is changed', async (_, asked) => {
    const ids = await addLeads(partner, 2);
    const { status, body } = await changeMany(partner, { ids, ...asked() });
    expect({ status, error: body.error }).toEqual({
      status: 403,
      error: 'Insufficient permissions',
    });
    for (const id of ids) expect(await statusOf(id)).toBe('new');
    expect(await listedIds(partner)).toEqual(ids.sort());
    expect(await eventsOf(portal, ids)).toEqual([]);
  });
});

describe('Deleting many leads', () => {
  test('hides them everywhere and keeps them to be restored', async () => {
    const [kept = '', ...ids] = await addLeads(partner, 3);
    const { body } = await changeMany(partner, { ids, delete: true });
    expect(body.count).toBe(2);
    expect(await listedIds(partner)).toEqual([kept]);
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
    expect((await eventsOf(portal, ids)).map(({ kind, version }) => ({ kind, version }))).toEqual(
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
    ['of another partner', async () => (await addLeads(other, 1))[0]],
    ['that is not there', async () => unknownId],
  ])('With a lead %s none is deleted', async (_, foreign) => {
    const ids = await addLeads(partner, 2);
    const { status, body } = await changeMany(partner, {
      ids: [...ids, await foreign()],
      delete: true,
    });
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'Lead not found' });
    expect(await listedIds(partner)).toEqual(ids.sort());
    expect(await eventsOf(portal, ids)).toEqual([]);
  });

  test('A lead that is named twice is one lead', async () => {
    const [id = ''] = await addLeads(partner, 1);
    const { status, body } = await changeMany(partner, { ids: [id, id], delete: true });
    expect({ status, count: body.count }).toEqual({ status: 200, count: 1 });
  });

  test('A thousand leads can be named, and not one more', async () => {
    const ids = Array.from(
      { length: 1_001 },
      (_, n) => `0192aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`,
    );
    expect((await changeMany(partner, { ids: ids.slice(1), delete: true })).status).toBe(404);
    expect((await changeMany(partner, { ids, delete: true })).body).toMatchObject({
      error: 'At most 1000 leads can be chosen one by one',
    });
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
    const answer = await changeMany(admin, body);
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 400,
      error: 'Send ids, or a filter with the expected count',
    });
  });

  test.each([
    ['nothing', {}],
    ['two things', { status: 'open', delete: true }],
  ])('is refused with %s to change', async (_, what) => {
    const answer = await changeMany(admin, { ids: [unknownId], ...what });
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 400,
      error: 'Send one of status, delete and partner_id',
    });
  });
});

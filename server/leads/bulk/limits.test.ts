import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import {
  addHeldUpFirstLead,
  addManyLeads,
  atTheLastLead,
  callThatLeaves,
  firstLead,
  isHeldUpAtLastLead,
  manyLeads,
  whileLastLeadIsHeldUp,
} from '#test/held-up-leads.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
const patiently = { timeout: 20_000 };

beforeAll(async () => {
  portal = await testPortal();
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  admin = await portal.asAdmin();
  partner = await portal.asPartner();
  await addManyLeads(portal, partner);
});
afterEach(async () => {
  await portal.db.queryOnce(sql`delete from leads`);
  await atTheLastLead(portal, '');
});
afterAll(() => portal.close());

const whileHeldUp = <T>(work: () => Promise<T>) => whileLastLeadIsHeldUp(portal, work);
const isHeldUp = () => isHeldUpAtLastLead(portal);

const byFilter = () => ({
  filter: { partner_id: partner.user.id },
  expected: manyLeads,
  status: 'live',
});
const changeAll = (change_id = randomUUID()) =>
  admin.call(routes.changeLeads, { body: { ...byFilter(), change_id } });

async function countOf(status_group: string): Promise<number> {
  return (await partner.call(routes.countLeads, { query: { status_group } })).body.count;
}

test('Nobody who adds a lead, for the same partner or another, waits for a change to end', async () => {
  const other = await portal.asPartner();
  const change = await whileHeldUp(async () => {
    const under_way = changeAll();
    await isHeldUp();
    expect((await addLead(partner)).status).toBe('new');
    expect((await addLead(other)).status).toBe('new');
    const id = (await addLead(partner, { company_name: 'Acme' })).id;
    const body = { status: 'live' };
    expect((await admin.call(routes.updateLead, { params: { id }, body })).status).toBe(200);
    expect(await countOf('new')).toBe(manyLeads + 1);
    return { under_way };
  });
  expect((await change.under_way).body.count).toBe(manyLeads);
  expect([await countOf('new'), await countOf('live')]).toEqual([1, manyLeads + 1]);
});

test('Its progress is told to whoever makes it, and to nobody else', async () => {
  const change_id = randomUUID();
  const progress = async (caller: SignedIn) =>
    (await caller.call(routes.changeLeadsProgress, { query: { change_id } })).body;
  const { under_way } = await whileHeldUp(async () => {
    const under_way = changeAll(change_id);
    await isHeldUp();
    expect(await progress(admin)).toEqual({ done: 2_000, total: manyLeads });
    expect(await progress(partner)).toEqual({ done: 0, total: 0 });
    return { under_way };
  });
  expect((await under_way).status).toBe(200);
  expect(await progress(admin)).toEqual({ done: 0, total: 0 });
});

test('The progress of undoing is told by the id of the change', async () => {
  const change_id = randomUUID();
  await changeAll(change_id);
  const progress = async () =>
    (await admin.call(routes.changeLeadsProgress, { query: { change_id } })).body;
  expect(await progress()).toEqual({ done: 0, total: 0 });
  const { under_way } = await whileHeldUp(async () => {
    const under_way = admin.call(routes.undoLeadsChange, { params: { id: change_id } });
    await isHeldUp();
    expect(await progress()).toEqual({ done: 2_000, total: manyLeads });
    return { under_way };
  });
  expect((await under_way).body).toEqual({ count: manyLeads, left: 0 });
  expect(await progress()).toEqual({ done: 0, total: 0 });
});

test('A table that was looked through while it was empty is not taken for empty', async () => {
  const believed = async (table: string) => {
    const [row] = await portal.db.queryOnce<{ reltuples: number }>(sql`
      select reltuples from pg_class where oid = ${table}::regclass`);
    return row?.reltuples;
  };
  const emptied = async (table: 'leads' | 'deleted_leads') => {
    // As after all of them were deleted: the pages are still there.
    await portal.db.transaction((tx) =>
      tx.client.query(`analyze ${table};
        select pg_restore_relation_stats('schemaname', 'public', 'relname', '${table}',
          'relpages', 10, 'reltuples', 0::real)`),
    );
    expect(await believed(table)).toBe(0);
  };
  await emptied('leads');
  await admin.call(routes.changeLeads, { body: byFilter() });
  expect(await believed('leads')).toBeGreaterThanOrEqual(manyLeads);
  const change_id = randomUUID();
  const body = { filter: {}, expected: manyLeads, delete: true as const, change_id };
  expect((await partner.call(routes.changeLeads, { body })).status).toBe(200);
  await emptied('deleted_leads');
  await partner.call(routes.undoLeadsChange, { params: { id: change_id } });
  expect(await believed('deleted_leads')).toBeGreaterThanOrEqual(manyLeads);
});

test('A user makes one change at a time, and their other calls go on', async () => {
  const { under_way } = await whileHeldUp(async () => {
    const under_way = changeAll();
    await isHeldUp();
    const own = await addLead(partner);
    const body = { ids: [own.id], delete: true as const };
    const second = await admin.call(routes.changeLeads, { body });
    expect(second.status).toBe(429);
    expect(second.body.error).toBe(
      'Another change of many leads is under way. Please wait until it is done.',
    );
    expect(second.headers['retry-after']).toBe('5');
    const lists = await Promise.all(Array.from({ length: 6 }, () => admin.call(routes.listLeads)));
    expect(lists.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await partner.call(routes.changeLeads, { body })).status).toBe(200);
    return { under_way };
  });
  expect((await under_way).status).toBe(200);
});

test('A change that another process makes for the user counts too', async () => {
  const { id } = await addLead(partner);
  const body = { ids: [id], delete: true as const };
  await portal.db.transaction(async (tx) => {
    const key = `bulk of ${partner.user.id}`;
    await tx.queryOnce(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    expect((await partner.call(routes.changeLeads, { body })).status).toBe(429);
  });
  expect((await partner.call(routes.changeLeads, { body })).status).toBe(200);
});

async function expectNothingChanged(): Promise<void> {
  expect([await countOf('new'), await countOf('live')]).toEqual([manyLeads, 0]);
  const [left] = await portal.db.queryOnce<object>(sql`
    select (select count(*) from leads where status_key = 'live') as live,
      (select count(*) from uncounted_leads) as uncounted,
      (select count(*) from events where partner_id = ${partner.user.id}) as events`);
  expect(left).toEqual({ live: 0, uncounted: 0, events: 0 });
}

test('A change that fails at its last lead has changed nothing', async () => {
  await atTheLastLead(portal, "raise exception 'boom';");
  const change_id = randomUUID();
  expect((await changeAll(change_id)).status).toBe(500);
  await expectNothingChanged();
  await atTheLastLead(portal, '');
  // The same call again makes it, as if it had not been tried before.
  expect((await changeAll(change_id)).body).toEqual({ count: manyLeads, undo_id: change_id });
});

test('A change whose caller leaves before it is done changes nothing', async () => {
  const body = { filter: { partner_id: partner.user.id }, expected: manyLeads + 1, status: 'live' };
  await addHeldUpFirstLead(portal, partner);
  await whileHeldUp(async () => {
    const leave = await callThatLeaves(portal, admin, routes.changeLeads.path, body);
    await isHeldUp();
    await leave();
  });
  await vi.waitFor(async () => {
    const { status } = await admin.call(routes.changeLeads, {
      body: { ids: [firstLead], delete: true },
    });
    expect(status).toBe(200);
  }, patiently);
  expect([await countOf('new'), await countOf('live')]).toEqual([manyLeads, 0]);
});

test('A change and the undo of an import that meet never wait for each other in a circle', async () => {
  const [importId, first] = [randomUUID(), '00000000-0000-7000-8000-000000000001'];
  const last = 'ffffffff-ffff-7fff-bfff-fffffffffffe';
  await portal.db.queryOnce(sql`
    insert into imports (id, partner_id, file_name, fingerprint, stored, created_at)
    values (${importId}, ${partner.user.id}, 'a.csv', '', 2, now())`);
  // The other way round than their ids.
  for (const id of [last, first]) {
    await portal.db.queryOnce(sql`
      insert into leads (id, partner_id, company_key, status_key, search_text, source, created_at,
        import_id)
      values (${id}, ${partner.user.id}, 'a', 'new', 'a', 'upload',
        ${id === last ? '2026-02-02Z' : '2026-01-01Z'}, ${importId})`);
  }
  const { undone } = await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`select from leads where id = ${first} for update`);
    const undone = partner.call(routes.undoImport, { params: { id: importId } });
    await vi.waitFor(async () => {
      const waiting = await portal.db.queryOnce(sql`
        select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`);
      expect(waiting).toHaveLength(1);
    }, patiently);
    await tx.queryOnce(sql`select from leads where id = ${last} for update`);
    return { undone };
  });
  expect((await undone).body).toMatchObject({ count: 2 });
});

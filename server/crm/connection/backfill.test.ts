import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type CrmBench, crmBench } from '#test/crm.ts';
import { backfillHandler, changeBackfill } from './backfill.ts';
import { connectCrm, disconnectCrm } from './connection.ts';

let bench: CrmBench;
beforeAll(async () => {
  bench = await crmBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.empty();
  await disconnectCrm(bench.db);
});

async function addMany(count: number): Promise<void> {
  const { id } = await bench.addLead({});
  await bench.db.query(sql`
    insert into leads select (jsonb_populate_record(lead, jsonb_build_object(
      'id', uuid_v7(), 'email', 'p' || n || '@x.example', 'company_name', 'Company ' || n))).*
    from leads lead, generate_series(2, ${count}::integer) n where lead.id = ${id}`);
}
const state = async () => {
  const [row] = await bench.db.query<{ state: string; done: number; total: number }>(sql`
    select backfill_state as state, backfill_done as done, backfill_total as total from crm`);
  return [row?.state, row?.done, row?.total];
};
/** The pause between two looks passes. */
const look = async () => {
  await bench.db.query(sql`update jobs set run_at = now() where kind = 'crm_backfill'`);
  await bench.work(backfillHandler(bench.db));
};
const offered = async () => {
  const [row] = await bench.db.query<Record<'total' | 'changed', number>>(sql`
    select backfill_total as total, backfill_changed as changed from crm`);
  return [row?.total, row?.changed];
};
const waiting = async () => (await bench.jobs()).length;

test('What was there before is offered, sent 500 at a time when somebody says so, and counted', async () => {
  await addMany(620);
  await connectCrm(bench.db);
  expect(await state()).toEqual(['offered', 0, 620]);
  await look();
  expect(await waiting()).toBe(0);
  expect(await changeBackfill(bench.db, 'paused')).toBe(false);
  expect(await changeBackfill(bench.db, 'running')).toBe(true);
  await look();
  expect(await waiting()).toBe(500);
  await look();
  expect(await waiting()).toBe(500);
  await bench.pushAll(3);
  await look();
  expect(await state()).toEqual(['running', 300, 620]);
  await bench.pushAll();
  expect(await changeBackfill(bench.db, 'paused')).toBe(true);
  await look();
  expect(await waiting()).toBe(0);
  expect(await changeBackfill(bench.db, 'running')).toBe(true);
  await look();
  expect(await waiting()).toBe(120);
  await bench.pushAll();
  await look();
  expect(await state()).toEqual(['done', 620, 620]);
  expect(bench.control.list('deals')).toHaveLength(620);
  expect(await changeBackfill(bench.db, 'running')).toBe(false);
  expect(await bench.db.query(sql`select from jobs where kind = 'crm_backfill'`)).toEqual([]);
});

test('Nothing is offered where nothing is there, or nothing has changed; then only what has', async () => {
  await connectCrm(bench.db);
  expect(await state()).toEqual(['done', 0, 0]);
  const [kept, changed, deleted] = [
    await bench.addLead({ email: 'a@x.example' }),
    await bench.addLead({ email: 'b@x.example' }),
    await bench.addLead({ email: 'c@x.example' }),
  ];
  await bench.pushAll();
  await disconnectCrm(bench.db);
  await connectCrm(bench.db);
  expect(await state()).toEqual(['done', 0, 0]);

  await disconnectCrm(bench.db);
  await bench.db.query(sql`update leads set title = 'Dr' where id = ${changed.id}`);
  await bench.db.query(sql`delete from leads where id = ${deleted.id}`);
  const added = await bench.addLead({ email: 'd@x.example' });
  expect(await waiting()).toBe(0);
  await connectCrm(bench.db);
  expect(await state()).toEqual(['offered', 0, 3]);
  // As a lead is that was deleted and sent, and is restored now.
  await bench.db.query(
    sql`update crm_leads set is_marked_deleted = true where lead_id = ${kept.id}`,
  );
  await disconnectCrm(bench.db);
  await connectCrm(bench.db);
  expect(await state()).toEqual(['offered', 0, 4]);
  await bench.db.query(
    sql`update crm_leads set is_marked_deleted = false where lead_id = ${kept.id}`,
  );
  await changeBackfill(bench.db, 'running');
  await look();
  const keys = (await bench.jobs()).map(({ key }) => key);
  expect(keys).toEqual([changed.id, deleted.id, added.id].sort());
  expect(keys).not.toContain(kept.id);
  await bench.pushAll();
  await look();
  expect(await state()).toEqual(['done', 3, 3]);
});

test('A lead that HubSpot never got and that is gone is not offered', async () => {
  const { id } = await bench.addLead({});
  await bench.db.query(sql`insert into crm_leads (lead_id) values (${id})`);
  await bench.db.query(sql`delete from leads where id = ${id}`);
  await connectCrm(bench.db);
  expect(await state()).toEqual(['done', 0, 0]);
});

test('It is not done before the last of them has been sent', async () => {
  await addMany(2);
  await connectCrm(bench.db);
  await changeBackfill(bench.db, 'running');
  await look();
  await look();
  expect(await state()).toEqual(['running', 0, 2]);
  await bench.pushAll();
  await look();
  expect(await state()).toEqual(['done', 2, 2]);
});

test('What waits to be sent already is not handed over a second time', async () => {
  await addMany(2);
  await connectCrm(bench.db);
  await bench.db.query(sql`update leads set title = 'Dr' where email = 'p2@x.example'`);
  await changeBackfill(bench.db, 'running');
  await look();
  const jobs = await bench.db.query(sql`
    select wanted, data ? 'backfill' as is_old from jobs where kind = 'push_lead' order by 2`);
  expect(jobs).toEqual([
    { wanted: 1, is_old: false },
    { wanted: 1, is_old: true },
  ]);
});

test('Connecting again while it is connected changes nothing', async () => {
  await addMany(3);
  await connectCrm(bench.db);
  await changeBackfill(bench.db, 'running');
  await look();
  await connectCrm(bench.db);
  expect(await state()).toEqual(['running', 0, 3]);
});

test('Leads that only changed are told from new ones, and what is sent meanwhile is no longer offered', async () => {
  await connectCrm(bench.db);
  const [one, other] = [
    await bench.addLead({ email: 'a@x.example' }),
    await bench.addLead({ email: 'b@x.example' }),
  ];
  await bench.pushAll();
  await disconnectCrm(bench.db);
  const added = await bench.addLead({ email: 'c@x.example' });
  await bench.db.query(sql`
    update leads set title = 'Dr' where id in (${one.id}, ${other.id})`);
  await connectCrm(bench.db);
  expect(await offered()).toEqual([3, 2]);
  for (const [lead, left] of [
    [one, [2, 1]],
    [added, [1, 1]],
    [other, [0, 0]],
  ] as const) {
    await bench.db.query(sql`update leads set title = 'Prof' where id = ${lead.id}`);
    await bench.pushAll();
    await look();
    expect(await offered()).toEqual(left);
  }
  expect((await state())[0]).toBe('done');
});

import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CrmFault } from '#contract/crm.ts';
import { HubSpotFault } from '#server/crm/hubspot/errors.ts';
import { pullHandlers } from '#server/crm/pull/pull-jobs.ts';
import { sql } from '#server/db/sql.ts';
import { done, enqueue } from '#server/jobs/jobs.ts';
import { type CrmBench, crmBench } from '#test/crm.ts';
import { backfillHandler } from './backfill.ts';
import { connectCrm, connected, disconnectCrm, rememberAccount } from './connection.ts';
import { connectionWatcher } from './watch-connection.ts';

let bench: CrmBench;
beforeAll(async () => {
  bench = await crmBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.empty();
  bench.control.setKey({ status: 'active', scopes: 'all' });
  bench.control.setLimits({ daily: 1_000_000 });
  await bench.db.query(sql`delete from crm_budget`);
});

type Row = { fault: { kind: string; since: string; detail: string } | null };
const fault = async () => (await bench.db.query<Row>(sql`select fault from crm`))[0]?.fault ?? null;
/** The time until somebody tries again passes. */
const passPause = () => bench.db.query(sql`update crm set probe_at = now() - interval '1 s'`);
const asked = () => bench.control.requests.length;

const faults = {
  key_refused: {
    break: () => bench.control.setKey({ status: 'revoked' }),
    mend: () => bench.control.setKey({ status: 'active' }),
    detail: /^Authentication credentials not found/,
  },
  scope_missing: {
    break: () => bench.control.setKey({ scopes: ['crm.objects.contacts.read'] }),
    mend: () => bench.control.setKey({ scopes: 'all' }),
    detail: /^The key lacks a scope: crm\.objects\.\w+\.(read|write)$/,
  },
  daily_limit: {
    break: () => bench.control.setLimits({ daily: 0 }),
    mend: async () => {
      bench.control.setLimits({ daily: 1_000_000 });
      await bench.db.query(sql`update crm_budget set told_at = now() - interval '16 min'`);
    },
    detail: /daily/,
  },
  unreachable: {
    break: () => bench.control.startOutage(3_600_000),
    mend: () => bench.control.clearFaults(),
    detail: /^HubSpot answered 503$/,
  },
};

test.each(Object.entries(faults))(
  'A fault of the connection is told once (%s); jobs wait, count nothing, and all drains afterwards',
  async (kind, { break: breakIt, mend, detail }) => {
    breakIt();
    for (let i = 0; i < 3; i++) await bench.addLead({ email: `p${i}@x.example` });
    await bench.pushAll();
    const told = await fault();
    expect(told).toMatchObject({ kind, detail: expect.stringMatching(detail) });
    const before = asked();
    await bench.pushAll();
    expect(asked()).toBe(before);
    await passPause();
    await bench.pushAll();
    expect(await fault()).toMatchObject({ kind, since: told?.since });
    expect((await bench.jobs()).map(({ attempts, parked_at }) => [attempts, parked_at])).toEqual(
      Array(3).fill([0, null]),
    );
    await mend();
    await passPause();
    await bench.pushAll();
    expect(await fault()).toBeNull();
    expect(await bench.jobs()).toEqual([]);
    expect(bench.control.list('deals')).toHaveLength(3);
  },
);

test('While there is a fault one at a time tries whether it has passed', async () => {
  bench.control.setKey({ status: 'revoked' });
  await bench.addLead({});
  await bench.pushAll();
  await passPause();
  const before = asked();
  await Promise.all([bench.pushAll(), bench.pushAll(), bench.pushAll()]);
  expect(asked()).toBe(before + 1);
});

test('Whoever has nothing to do does not take the turn of those who would try', async () => {
  bench.control.setKey({ status: 'revoked' });
  await bench.addLead({});
  await bench.pushAll();
  bench.control.setKey({ status: 'active' });
  await passPause();
  const idle = connected(bench.context, { kind: 'idle', atOnce: 1, work: async () => [done] });
  expect(await bench.work(idle)).toBe(false);
  await bench.pushAll();
  expect(await fault()).toBeNull();
  expect(bench.control.list('deals')).toHaveLength(1);
});

test('Missing properties are a fault of the connection until they are made', async () => {
  const bare = await crmBench({ isSetUp: false });
  try {
    await bare.addLead({});
    await bare.pushAll();
    const [row] = await bare.db.query<Row>(sql`select fault from crm`);
    expect(row?.fault).toMatchObject({
      kind: 'not_set_up',
      detail: expect.stringContaining('partner_portal_'),
    });
    expect(await bare.jobs()).toMatchObject([{ attempts: 0, parked_at: null }]);
    await bare.setUp();
    await bare.db.query(sql`update crm set probe_at = now() - interval '1 s'`);
    await bare.pushAll();
    expect(await bare.db.query(sql`select fault from crm`)).toEqual([{ fault: null }]);
    expect(bare.control.list('deals')).toHaveLength(1);
  } finally {
    await bare.close();
  }
});

test('What only sending lacks does not stop reading, and is not cleared by it', async () => {
  bench.control.setKey({ scopes: ['crm.objects.deals.read', 'crm.objects.contacts.read'] });
  await bench.addLead({});
  await bench.pushAll();
  expect(await fault()).toMatchObject({
    kind: 'scope_missing',
    since: expect.stringMatching(/Z$/),
  });
  const read = connected(bench.context, {
    kind: 'reading',
    atOnce: 1,
    work: async () => [done],
  });
  await enqueue(bench.db, 'reading', 'all');
  expect(await bench.work(read)).toBe(true);
  expect(await fault()).toMatchObject({ kind: 'scope_missing' });
});

test('A key of another account makes everything offered anew; the same one nothing', async () => {
  await bench.addLead({});
  await rememberAccount(bench.context);
  await bench.pushAll();
  await rememberAccount(bench.context);
  expect(await bench.links()).toHaveLength(1);
  await bench.db.query(sql`update crm set account = '{"id": "1", "url": "x"}'`);
  await rememberAccount(bench.context);
  expect(await bench.links()).toEqual([]);
  const [row] = await bench.db.query(sql`
    select backfill_state, backfill_total, account->>'id' as id from crm`);
  expect(row).toEqual({ backfill_state: 'offered', backfill_total: 1, id: '62515' });
});

test('A key that may not ask which account it belongs to is worked with all the same; one that is refused is told', async () => {
  const answering = (kind: CrmFault) => ({
    ...bench.context,
    client: {
      ...bench.context.client,
      readAccount: () => Promise.reject(new HubSpotFault(kind, '')),
    },
  });
  await rememberAccount(answering('scope_missing'));
  await expect(rememberAccount(answering('key_refused'))).rejects.toMatchObject({
    kind: 'key_refused',
  });
});

test('What a process without the key switches off, one that has it works on no more', async () => {
  await bench.addLead({});
  const lines: string[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => lines.push(JSON.parse(line).msg) },
  );
  const look = connectionWatcher(bench.db, log);
  await look();
  expect(lines).toEqual([]);
  // Nobody has worked with it for long: whoever has no key has nothing to warn of.
  await bench.db.query(sql`update crm set last_pull_at = null, last_push_at = null`);
  expect(await disconnectCrm(bench.db)).toBe(false);
  await connectCrm(bench.db);
  await bench.db.query(sql`update crm set last_push_at = now() - interval '1 minute'`);
  expect(await disconnectCrm(bench.db)).toBe(true);
  expect(await disconnectCrm(bench.db)).toBe(false);
  const before = asked();
  await bench.pushAll();
  for (const handler of [...pullHandlers(bench.context), backfillHandler(bench.db)])
    expect(await bench.work(connected(bench.context, handler))).toBe(false);
  expect(asked()).toBe(before);
  await look();
  await look();
  expect(lines).toEqual([expect.stringMatching(/^Another process, which has no .*disconnected/)]);
  await connectCrm(bench.db);
  await look();
  expect(lines.slice(1)).toEqual(['HubSpot is connected again']);
  await bench.pushAll();
  expect(bench.control.list('deals')).toHaveLength(1);
});

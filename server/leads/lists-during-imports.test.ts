import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { csv, person, upload } from '#test/uploads.ts';
import { announceImport, endImport } from './imports.queries.ts';
import { leadRow } from './lead-row.ts';
import { copyLeads, findLeads } from './leads.queries.ts';

const many = 2_000;
const minute = 60_000;
const patience = { timeout: 20_000 };

let portal: TestPortal;
let partner: SignedIn;
beforeEach(async () => {
  portal = await testPortal();
  partner = await portal.asPartner();
});
afterEach(() => portal.close());

const lead = (email: string) => ({
  company_name: 'Acme',
  first_name: 'Ada',
  last_name: 'Byron',
  email,
});

/** An import that has stored its leads but is not committed while `meanwhile` looks. */
async function whileImporting(meanwhile: () => Promise<void>): Promise<void> {
  const moment = await announceImport(portal.db, portal.clock.now());
  await portal.db.transaction(async (tx) => {
    async function* rows() {
      yield Array.from({ length: many }, (_, index) =>
        leadRow(lead(`import${index}@acme.example`), partner.user.id, 'upload', moment),
      );
    }
    await copyLeads(tx, rows());
    await meanwhile();
    await endImport(tx, moment);
  });
}

/** The newest last. */
async function addLeads(owner: SignedIn, ...names: string[]): Promise<void> {
  for (const name of names) {
    portal.clock.advance(minute);
    await addLead(owner, { email: `${name}@acme.example` });
  }
  portal.clock.advance(minute);
}

async function listed(caller: SignedIn, limit: number, offset = 0): Promise<string[]> {
  const { leads } = (await caller.call(routes.listLeads, { query: { limit, offset } })).body;
  return leads.map(({ email }) => (email ?? '').replace('@acme.example', ''));
}

const underWay = () => portal.db.query(sql`select moment from imports_under_way`);

async function indexEntriesRead(work: (db: Db) => Promise<unknown>): Promise<number> {
  return portal.db.transaction(async (tx) => {
    await work(tx);
    const [read] = await tx.query<{ entries: number }>(sql`
      select sum(pg_stat_get_xact_tuples_returned(indexrelid))::integer as entries
      from pg_index where indrelid = 'leads'::regclass`);
    return read?.entries ?? 0;
  });
}

test('During an import the other leads are listed page by page, also those made meanwhile', async () => {
  const [admin, other] = [await portal.asAdmin(), await portal.asPartner()];
  await addLeads(partner, 'a', 'b', 'c');
  await whileImporting(async () => {
    await addLeads(other, 'd', 'e');
    expect(await listed(admin, 5)).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(await listed(admin, 2, 1)).toEqual(['d', 'c']);
    expect(await listed(admin, 2, 3)).toEqual(['b', 'a']);
    expect(await listed(partner, 5)).toEqual(['c', 'b', 'a']);
    expect(await listed(other, 5)).toEqual(['e', 'd']);
  });
  expect(await listed(admin, 3)).toEqual(['e', 'd', `import${many - 1}`]);
  expect(await listed(partner, 4, many - 1)).toEqual(['import0', 'c', 'b', 'a']);
});

test('A list reads no more of the leads than it shows, however many an import has under way', async () => {
  await addLeads(partner, 'a', 'b', 'c');
  const page = { limit: 3, offset: 0, search: null, statusKeys: undefined };
  await whileImporting(async () => {
    for (const whose of ['everyone', { partner: partner.user.id }] as const) {
      for (const statusKeys of [undefined, ['new']]) {
        const search = { ...page, statusKeys };
        const read = await indexEntriesRead((db) => findLeads(db, whose, search));
        expect(read).toBeLessThan(many / 10);
        expect(read).toBeGreaterThan(0);
      }
    }
  });
});

test('Two imports at once hide each other’s leads from nobody', async () => {
  await addLeads(partner, 'a');
  const other = await portal.asPartner();
  await whileImporting(async () => {
    await addLeads(other, 'b');
    await upload(other, csv(person(1), person(2)));
    expect(await listed(other, 5)).toEqual(['ada2', 'ada1', 'b']);
    expect(await listed(partner, 5)).toEqual(['a']);
  });
});

test('What an import that died has left behind hides nothing and goes with a later import', async () => {
  await addLeads(partner, 'a');
  await announceImport(portal.db, new Date(portal.clock.now().getTime() - 61 * minute));
  await addLeads(partner, 'b');
  expect(await listed(partner, 5)).toEqual(['b', 'a']);
  expect(await underWay()).toHaveLength(1);
  await upload(partner, csv(person(1)));
  expect(await listed(partner, 5)).toEqual(['ada1', 'b', 'a']);
  expect(await underWay()).toEqual([]);
});

test('What has been under way for more than an hour is not stepped over', async () => {
  await addLeads(partner, 'a');
  const longAgo = new Date(portal.clock.now().getTime() - 90 * minute);
  const moment = await announceImport(portal.db, longAgo);
  await portal.db.query(sql`update leads set created_at = ${moment}::timestamptz`);
  expect(await listed(partner, 5)).toEqual(['a']);
});

test('An import that fails or repeats another leaves nothing under way', async () => {
  const sent = csv(person(1));
  const { import_id: id } = (await upload(partner, sent, { upload_id: randomUUID() })).body;
  await upload(partner, sent, { upload_id: id });
  await portal.db.queryOnce(sql`
    alter table leads add constraint no_leads check (email <> 'ada2@acme.example') not valid`);
  expect(await upload(partner, csv(person(2)))).toMatchObject({ status: 500 });
  await portal.db.queryOnce(sql`alter table leads drop constraint no_leads`);
  await vi.waitFor(async () => expect(await underWay()).toEqual([]), patience);
});

test('No other lead carries the moment of an import', async () => {
  const now = portal.clock.now();
  await Promise.all(Array.from({ length: 100 }, () => announceImport(portal.db, now)));
  const [found] = await portal.db.query(sql`
    select count(distinct moment) as moments,
      count(*) filter (where extract(microseconds from moment)::integer % 1000 = 0) as whole,
      count(*) filter (where date_trunc('milliseconds', moment) = ${now}::timestamptz) as of_now
    from imports_under_way`);
  expect(found).toEqual({ moments: 100, whole: 0, of_now: 100 });
});

test('A moment that a lead happens to carry is not taken', async () => {
  const now = portal.clock.now();
  await portal.db.query(sql`
    insert into leads (id, partner_id, company_key, status_key, search_text, source, created_at)
    select uuid_v7(), ${partner.user.id}, '', 'new', '', 'api',
      ${now}::timestamptz + n * interval '1 microsecond'
    from generate_series(1, 999) n`);
  await expect(announceImport(portal.db, now)).rejects.toThrow('No moment is free');
  expect(await underWay()).toEqual([]);
});

/** Until one more call to the database waits for a lock that a test holds. */
const untilWaiting = () =>
  vi.waitFor(async () => {
    const waiting = await portal.db.queryOnce(sql`
      select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`);
    expect(waiting).toHaveLength(1);
  }, patience);

test('The leads of an import come into sight at once, together with their total', async () => {
  await addLeads(partner, 'a');
  const seen = async () => {
    const { leads, total } = (await partner.call(routes.listLeads)).body;
    return [leads.length, total];
  };
  let uploading: ReturnType<typeof upload> | undefined;
  await portal.db.transaction(async (holdsMoment) => {
    await portal.db.transaction(async (holdsCounts) => {
      await holdsCounts.query(sql`
        select 1 from lead_counts where partner_id = ${partner.user.id} for update`);
      uploading = upload(partner, csv(person(1), person(2)));
      // The leads are stored, and about to be counted.
      await untilWaiting();
      expect(await underWay()).toHaveLength(1);
      expect(await seen()).toEqual([1, 1]);
      await holdsMoment.query(sql`select 1 from imports_under_way for update`);
    });
    // They are counted, and the import is about to end.
    await untilWaiting();
    expect(await seen()).toEqual([1, 1]);
  });
  expect(await uploading).toMatchObject({ status: 200 });
  expect(await seen()).toEqual([3, 3]);
  expect(await underWay()).toEqual([]);
});

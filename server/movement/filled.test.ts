import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { sql } from '#server/db/sql.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';

const partner = '01900000-0000-7000-8000-000000000002';
const idOf = (n: number) => `01900000-0000-7000-8000-0000000000${n}`;

/** A lead as it was before movement was kept: its row, and an event for each change of its status. */
async function storeLead(db: Db, n: number, way: [status: string, at: string][]): Promise<void> {
  const [[, created] = ['', ''], ...changes] = way;
  const [status, since] = way.at(-1) ?? ['', ''];
  const key = status.toLowerCase().replaceAll('_', ' ');
  const changed = changes.length > 0 ? since : null;
  await db.queryOnce(sql`
    insert into leads (id, partner_id, company_key, status, status_key, search_text, source,
      created_at, status_changed_at)
    values (${idOf(n)}, ${partner}, 'x', ${status}, ${key}, '', 'form', ${created}, ${changed})`);
  for (const [at, [to, moment]] of changes.entries()) {
    await db.queryOnce(sql`
      insert into events (id, subject, subject_id, partner_id, kind, via, at, data)
      values (gen_random_uuid(), 'lead', ${idOf(n)}, ${partner}, 'status', 'portal', ${moment},
        jsonb_build_object('from', ${way[at]?.[0]}::text, 'to', ${to}::text))`);
  }
}

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase('empty');
  db = database.db;
  const migrations = await readMigrations();
  const first = migrations.findIndex(({ name }) => name.includes('movement'));
  await migrate(database.db, migrations.slice(0, first));
  await db.queryOnce(sql`
    insert into users (id, role, name, email, email_key, password_set_at, created_at)
    values (${partner}, 'partner', 'P', 'p@p.example', 'p@p.example', now(), now())`);
  // Mondays are the 2nd, 9th, 16th and 23rd of March 2026.
  await storeLead(db, 11, [['new', '2026-03-03Z']]);
  await storeLead(db, 12, [
    ['new', '2026-03-04Z'],
    ['contacted', '2026-03-06 12:00Z'],
    ['Closed_Won', '2026-03-10Z'],
    ['live', '2026-03-25Z'],
  ]);
  await storeLead(db, 13, [
    ['new', '2026-03-10Z'],
    ['application_sent', '2026-03-12Z'],
    ['closed lost', '2026-03-20Z'],
  ]);
  await migrate(database.db, migrations);
});
afterAll(() => database.drop());

test('Leads that were there before know how far they came and since when they are won', async () => {
  const leads = await db.queryOnce(sql`select id, came, won_at, version from leads order by id`);
  expect(leads).toEqual([
    { id: idOf(11), came: null, won_at: null, version: 1 },
    { id: idOf(12), came: 4, won_at: '2026-03-10T00:00:00.000Z', version: 1 },
    { id: idOf(13), came: 2, won_at: null, version: 1 },
  ]);
});

test('What is kept ready is filled for each partner and for all of them', async () => {
  for (const whose of [partner, '00000000-0000-0000-0000-000000000000']) {
    const kept = await db.queryOnce(sql`
      select fact, week::text, value, count from lead_movement where partner_id = ${whose}
      order by fact, week, value`);
    expect(kept).toEqual([
      { fact: 'submitted', week: '2026-03-02', value: 0, count: 1 },
      { fact: 'submitted', week: '2026-03-02', value: 4, count: 1 },
      { fact: 'submitted', week: '2026-03-09', value: 2, count: 1 },
      { fact: 'won', week: '2026-03-09', value: 6, count: 1 },
    ]);
  }
  const [rest] = await db.queryOnce(sql`select count(*) as count from movement_deltas`);
  expect(rest).toEqual({ count: 0 });
});

test('How long leads stood in each status is read from what happened to them', async () => {
  const stays = await db.queryOnce(sql`
    select status_key, days, count from lead_stays order by status_key, days`);
  expect(stays).toEqual([
    { status_key: 'application sent', days: 8, count: 1 },
    { status_key: 'closed won', days: 15, count: 1 },
    { status_key: 'contacted', days: 3, count: 1 },
    { status_key: 'new', days: 2, count: 2 },
  ]);
});

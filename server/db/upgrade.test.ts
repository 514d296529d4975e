import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { randomToken, tokenHash } from '#server/lib/random-token.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { expectExactCommissions } from '#test/kept-commissions.ts';
import type { Db } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { columns, type Sql, sql } from './sql.ts';

const password = 'Harbour-9-lanterns';
const accessToken = randomToken();
const partnerId = '01900000-0000-7000-8000-000000000002';
const openLead = '01900000-0000-7000-8000-000000000011';
const liveLead = '01900000-0000-7000-8000-000000000012';

/** As the first release wrote them: every table of its schema has a row. */
async function fillFirstRelease(db: Db): Promise<void> {
  const hash = await hashPassword(password);
  const rows: Sql[] = [
    sql`insert into secrets values ('csrf', ${randomBytes(32)})`,
    sql`insert into rate_hits values ('general:x', 3, now() + interval '1 minute')`,
    sql`insert into users
        (id, role, name, email, email_key, company, password_hash, password_set_at, created_at)
      values ('01900000-0000-7000-8000-000000000001', 'admin', 'Administrator',
        'admin@example.com', 'admin@example.com', null, ${hash}, '2025-01-01Z', '2025-01-01Z'),
      (${partnerId}, 'partner', 'Ann Old', 'ann@old.example', 'ann@old.example', 'Old Ltd', ${hash},
        '2025-01-02Z', '2025-01-02Z')`,
    sql`insert into sessions (id, user_id, refresh_hash, created_at, expires_at)
      values ('01900000-0000-7000-8000-000000000003', ${partnerId}, ${randomBytes(32)},
        now(), now() + interval '30 days')`,
    sql`insert into access_tokens (hash, session_id, expires_at)
      values (${tokenHash(accessToken)}, '01900000-0000-7000-8000-000000000003',
        now() + interval '15 minutes')`,
    sql`insert into api_tokens (id, user_id, name, hash, token_display, created_at)
      values ('01900000-0000-7000-8000-000000000004', ${partnerId}, 'Shop', ${randomBytes(32)},
        'pp_…abcd', '2025-01-03Z')`,
    sql`insert into leads (id, partner_id, company_name, company_key, first_name, last_name, email,
        notes, custom_fields, status, status_key, search_text, source, created_at)
      values (${openLead}, ${partnerId}, 'Old Mill', 'old mill', 'Bo', 'Mill', 'bo@mill.example',
        'by phone', '{"size": "12"}', 'new', 'new', ${'old mill\nbo mill\nbo@mill.example'}, 'form',
        '2025-01-04Z'),
      (${liveLead}, ${partnerId}, 'Live Inc', 'live inc', 'Li', 'Ve', 'li@live.example', null, null,
        'live', 'live', ${'live inc\nli ve\nli@live.example'}, 'api', '2025-01-05Z')`,
    sql`insert into lead_status_changes
        (id, lead_id, changed_by, changed_via, from_status, to_status, changed_at)
      values ('01900000-0000-7000-8000-000000000021', ${liveLead},
        '01900000-0000-7000-8000-000000000001', 'portal', 'new', 'live', '2025-01-06Z')`,
    sql`update companies set commission_payable_to_partner = 12.50`,
  ];
  for (const row of rows) await db.queryOnce(row);
}

type Kept = { table: string; columns: string[]; rows: unknown[] };

async function readTables(db: Db): Promise<Kept[]> {
  const tables = await db.queryOnce<{ table: string; columns: string[] }>(sql`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'
    group by table_name order by table_name`);
  return Promise.all(tables.map(async (table) => ({ ...table, rows: await rowsOf(db, table) })));
}

function rowsOf(db: Db, { table, columns: names }: { table: string; columns: string[] }) {
  return db.queryOnce(sql`select ${columns(names)} from ${columns([table])} order by 1, 2`);
}

let database: TestDatabase;
let before: Kept[];
let app: FastifyInstance;
beforeAll(async () => {
  database = await freshDatabase('empty');
  const migrations = await readMigrations();
  await migrate(database.db, migrations.slice(0, 1));
  await fillFirstRelease(database.db);
  before = await readTables(database.db);
  await migrate(database.db, migrations.slice(0, 28));
  await database.db.queryOnce(sql`
    insert into lead_days (key, day, count)
    values ('all', '2025-01-04', 1), ('all', '2025-01-31', 2), ('all', '2025-02-01', 3)`);
  await migrate(database.db, migrations);
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const clock = () => new Date();
  app = await buildApp({ db: database.db, config, clock, csrfKey: randomBytes(32) });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

/** What later releases keep elsewhere is looked at by itself. */
const keptElsewhere = new Set(['lead_status_changes']);

const get = async (url: string) =>
  (await app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } })).json();

test('Every row of the first release is there after all migrations, as it was', async () => {
  expect(before.map(({ rows }) => rows.length)).not.toContain(0);
  for (const kept of before.filter(({ table }) => !keptElsewhere.has(table))) {
    const rows = await rowsOf(database.db, kept);
    expect(rows, kept.table).toEqual(expect.arrayContaining(kept.rows));
  }
});

test('A session of the first release goes on, and finds its leads and live companies', async () => {
  const { leads, total } = await get('/api/leads');
  expect(leads.map(({ id }: { id: string }) => id)).toEqual([liveLead, openLead]);
  expect(total).toBe(2);
  expect((await get('/api/leads?search=mill')).leads).toMatchObject([{ id: openLead }]);
  expect((await get('/api/companies/live')).companies).toMatchObject([
    { commission_payable_to_partner: '12.50' },
  ]);
  expect((await get('/api/tokens')).tokens).toMatchObject([{ name: 'Shop' }]);
});

test('Days that were counted before months were are in their months', async () => {
  const months = sql`select key, month::text, count from lead_months order by month`;
  expect(await database.db.queryOnce(months)).toEqual([
    { key: 'all', month: '2025-01-01', count: 3 },
    { key: 'all', month: '2025-02-01', count: 3 },
  ]);
});

test('A day that the release before stores while months are made is in its month', async () => {
  const { db, drop } = await freshDatabase('empty');
  try {
    const migrations = await readMigrations();
    await migrate(db, migrations.slice(0, 28));
    let migrated: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await tx.queryOnce(
        sql`insert into lead_days (key, day, count) values ('all', '2025-03-09', 4)`,
      );
      migrated = migrate(db, migrations);
      const waiting = sql`select from pg_locks where not granted and relation = 'lead_days'::regclass`;
      await expect.poll(async () => (await db.queryOnce(waiting)).length).toBe(1);
    });
    await migrated;
    expect(await db.queryOnce(sql`select month::text, count from lead_months`)).toEqual([
      { month: '2025-03-01', count: 4 },
    ]);
  } finally {
    await drop();
  }
});

test('What live companies of the first release pay is kept ready', async () => {
  await expectExactCommissions(database.db);
  const { totals } = await get('/api/companies/live');
  expect(totals).toMatchObject({ companies: 1, commission_payable_to_partner: '12.50' });
});

test('The statuses that a lead has had are on its timeline, and since when it has its own', async () => {
  const { events, total } = await get(`/api/leads/${liveLead}/events`);
  const at = '2025-01-06T00:00:00.000Z';
  expect(events).toMatchObject([
    { kind: 'submitted', at: '2025-01-05T00:00:00.000Z', by: { name: 'Ann Old' }, source: 'api' },
    { kind: 'status', at, by: { name: 'Administrator', role: 'admin' }, from: 'new', to: 'live' },
  ]);
  expect(total).toBe(2);
  const { lead } = await get(`/api/leads/${liveLead}`);
  expect(lead).toMatchObject({ status_changed_at: at, version: 1 });
  const { lead: open } = await get(`/api/leads/${openLead}`);
  expect(open.status_changed_at).toBe(open.created_at);
});

test('An administrator of the first release signs in with the password of then', async () => {
  const { csrf_token } = (await app.inject('/api/csrf-token')).json();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'x-csrf-token': csrf_token },
    payload: { email: 'Admin@example.com', password },
  });
  expect(answer.json()).toMatchObject({ user: { role: 'admin' } });
});

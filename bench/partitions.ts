// What partitions do to the questions that the portal asks, at ten million rows (or --rows n): none,
// by month, by partner. On a table as wide as what the lists show, with the two indexes they read.
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { machine } from './speed/report.ts';

const words = process.argv.slice(2);
const rows = Number(words[words.indexOf('--rows') + 1]) || 10_000_000;
const [partners, months, parts, times] = [100, 24, 16, 300];

const series = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n));

/** How the table is split; what is not split needs no more. */
const shapes: Record<string, { by: string; key: string; parts: string[] }> = {
  'no partitions': { by: '', key: 'id', parts: [] },
  [`by month (${months})`]: {
    by: 'partition by range (created_at)',
    key: 'id, created_at',
    parts: series(
      months,
      (n) => `create table rows_${n} partition of rows for values
        from (timestamptz '2025-01-01 UTC' + interval '1 month' * ${n})
        to (timestamptz '2025-01-01 UTC' + interval '1 month' * ${n + 1})`,
    ),
  },
  [`by partner (${parts})`]: {
    by: 'partition by hash (partner_id)',
    key: 'id, partner_id',
    parts: series(
      parts,
      (n) => `create table rows_${n} partition of rows
        for values with (modulus ${parts}, remainder ${n})`,
    ),
  },
};

const partner = (n: number) => `md5('partner ' || ${n})::uuid`;
const fillText = `
  insert into rows
  select md5(n::text)::uuid, md5('partner ' || n % ${partners})::uuid,
    timestamptz '2025-01-01 UTC' + interval '${months} months' * (n::float8 / ${rows}),
    'new', 'Firm ' || n, 'Ada', 'Miller ' || n, 'person' || n || '@firm.example', '+49 30 ' || n
  from generate_series($1::int, $2::int - 1) n`;

const questions = {
  'first page, a partner': `select * from rows where partner_id = ${partner(7)}
    order by created_at desc, id desc limit 10`,
  'first page, all': 'select * from rows order by created_at desc, id desc limit 10',
  'one row by its id': 'select * from rows where id = md5($1::text)::uuid',
  'one row added': `insert into rows values (gen_random_uuid(), ${partner(7)},
    timestamptz '2026-12-31 UTC', 'new', 'Firm', 'Ada', 'Miller', 'a@b.example', '+49')`,
};

async function typical(db: pg.Client, text: string): Promise<number> {
  // Another one for each shape: a plan is of the table that was there.
  const name = randomUUID();
  const waits: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await db.query({ name, text, values: text.includes('$1') ? [n * 31] : [] });
    waits.push(performance.now() - began);
  }
  return waits.sort((a, b) => a - b)[times / 2] ?? 0;
}

/** Of indexes and tables: what it costs on any machine, however busy. */
async function pagesRead(db: pg.Client, text: string): Promise<number> {
  const asked = text.replace('$1', '31');
  const { rows: told } = await db.query(`explain (analyze, buffers, format json) ${asked}`);
  const { Plan: plan } = told[0]['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

async function measure(db: pg.Client, { by, key, parts: made }: (typeof shapes)[string]) {
  await db.query(`drop table if exists rows;
    create table rows (id uuid, partner_id uuid, created_at timestamptz, status text, company text,
      first_name text, last_name text, email text, phone text) ${by}`);
  for (const text of made) await db.query(text);
  const began = performance.now();
  const chunk = 250_000;
  for (let from = 0; from < rows; from += chunk) {
    await db.query(fillText, [from, Math.min(from + chunk, rows)]);
  }
  for (const columns of [key, 'partner_id, created_at desc, id desc', 'created_at desc, id desc']) {
    await db.query(`create index on rows (${columns})`);
  }
  await db.query('vacuum analyze rows');
  const found: Record<string, number> = {
    'filled and indexed, s': (performance.now() - began) / 1000,
  };
  for (const [name, text] of Object.entries(questions)) {
    found[`${name}, p50 ms`] = await typical(db, text);
    found[`${name}, pages`] = await pagesRead(db, text);
  }
  return found;
}

const dataDir = await mkdtemp(join(tmpdir(), 'portal-partitions-'));
const settings = { fsync: 'off', max_wal_size: '4GB', maintenance_work_mem: '512MB' };
const server = await startEmbedded({ dataDir, log: pino({ level: 'warn' }), settings });
const db = new pg.Client({ connectionString: server.url });
await db.connect();
try {
  console.log(`${rows.toLocaleString('en-US')} rows on ${machine()}`);
  const found: Record<string, Record<string, number>> = {};
  for (const [name, shape] of Object.entries(shapes)) {
    found[name] = await measure(db, shape);
    console.log(name, found[name]);
  }
  const folder = new URL('./results/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const results = { date: new Date().toISOString().slice(0, 10), machine: machine(), rows, found };
  await writeFile(new URL('partitions.json', folder), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await db.end();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

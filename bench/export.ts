// What an export of a million leads costs the portal: its seconds, and its memory beside its bound.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Portal, startPortal } from './portal.ts';

const rows = 1_000_000;
const mostMegabytes = { csv: 60, xlsx: 120 };
/** Whatever has not come by then is cut off, and the run fails. */
const mostMilliseconds = 10 * 60_000;
/** Only these are read: filling a million rows into all of them takes minutes. */
const neededIndexes = ['leads_pkey', 'leads_newest'];

async function fill(db: pg.Client): Promise<void> {
  const { rows: found } = await db.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'leads'`,
  );
  for (const { name } of found) {
    if (!neededIndexes.includes(name)) await db.query(`drop index "${name}"`);
  }
  await db.query('alter table leads disable trigger user');
  await db.query(
    `insert into leads (id, partner_id, company_name, company_key, first_name, last_name, email,
       phone_number, title, country, status, status_key, search_text, source, created_at)
     select gen_random_uuid(), (select id from users where role = 'partner'), 'Firm ' || n, 'firm ' || n,
       'Ada ' || n % 977, 'Müller ' || n, 'person' || n || '@firm' || n || '.example',
       '+49 30 ' || 1000000 + n, 'Director', 'Österreich', 'new', 'new', '', 'upload',
       now() - n * interval '1 second'
     from generate_series(1, $1::int) n`,
    [rows],
  );
  await db.query('vacuum analyze leads');
}

/** Reads the file as a browser does, and keeps nothing of it. */
async function take(portal: Portal, query: string): Promise<{ bytes: number; lines: number }> {
  const response = await fetch(`${portal.url}/api/leads/export?${query}`, {
    headers: portal.headers,
    signal: AbortSignal.timeout(mostMilliseconds),
  });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${query}`);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return { bytes, lines };
}

/** Samples the portal's memory until it is asked for the peak: NaN where the system does not tell. */
function watchMemory(portal: Portal): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, portal.memory() ?? Number.NaN);
  }, 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

async function measure(portal: Portal, format: 'csv' | 'xlsx'): Promise<boolean> {
  // Once for the code that only the first export loads.
  await take(portal, `format=${format}&search=nothing&country=nowhere`);
  await pause(2_000);
  const before = portal.memory() ?? Number.NaN;
  const peak = watchMemory(portal);
  const start = performance.now();
  const { bytes, lines } = await take(portal, `format=${format}`);
  const seconds = (performance.now() - start) / 1000;
  const added = Math.round(peak() - before);
  const size = `${Math.round(bytes / 1024 / 1024)} MB`;
  const memory = `${added} of ${mostMegabytes[format]} MB`;
  console.log([format, size, seconds.toFixed(1), Math.round(rows / seconds), memory].join('\t'));
  const isWhole = format !== 'csv' || lines === rows + 1;
  if (!isWhole) console.log(`${lines} lines came, not ${rows + 1}`);
  return isWhole && !(added > mostMegabytes[format]);
}

const portal = await startPortal();
const db = new pg.Client({ connectionString: portal.databaseUrl });
await db.connect();
try {
  await fill(db);
  console.log(`\n${rows.toLocaleString('en-US')} leads`);
  console.log(['', 'size', 'seconds', 'rows/s', 'memory added'].join('\t'));
  for (const format of ['csv', 'xlsx'] as const) {
    if (!(await measure(portal, format))) process.exitCode = 1;
  }
} finally {
  await db.end();
  await portal.stop();
}

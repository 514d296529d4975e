// Rows per second of each format beside a bare COPY of the same rows into the same indexed table,
// then what a large file costs the portal: its memory, and how long others wait meanwhile.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { csvFile, type LeadFile, xlsFile, xlsxFile } from './lead-files.ts';
import { type Portal, startPortal } from './portal.ts';
import { askUntil, p99, timed } from './traffic.ts';

const rounds = 3;
const rows = 100_000;
const largeRows = 200_000;
/** A sheet of XLS ends at 65,536 rows, and SheetJS takes minutes to write one that long. */
const xlsRows = 20_000;
const trafficAloneSeconds = 5;

async function upload(portal: Portal, { name, rows: expected, content }: LeadFile): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  const { url, headers } = portal;
  const response = await fetch(`${url}/api/leads/upload`, { method: 'POST', headers, body });
  const answer = await response.json();
  if (answer.count !== expected) throw new Error(`${name}: ${JSON.stringify(answer)}`);
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function empty(db: pg.Client): Promise<void> {
  await db.query('truncate leads, lead_counts, imports');
  await db.query('checkpoint');
}

async function bareCopy(db: pg.Client, clean: string): Promise<void> {
  await pipeline(createReadStream(clean), db.query(copyFrom('copy leads from stdin')));
}

async function compareFormats(portal: Portal, db: pg.Client, clean: string): Promise<void> {
  const csv = csvFile(rows);
  const xlsx = xlsxFile(rows);
  const xls = Array.from({ length: rows / xlsRows }, (_, part) => xlsFile(xlsRows, part * xlsRows));
  const contenders: [string, () => Promise<void>][] = [
    ['bare COPY', () => bareCopy(db, clean)],
    ['CSV', () => upload(portal, csv)],
    ['XLSX', () => upload(portal, xlsx)],
    [
      `XLS (${xls.length} files)`,
      async () => {
        for (const file of xls) await upload(portal, file);
      },
    ],
  ];
  // Once before it counts; the rows it stores are those that the bare COPY takes.
  await upload(portal, csv);
  await pipeline(db.query(copyTo('copy leads to stdout')), createWriteStream(clean));
  const seconds = new Map<string, number[]>(contenders.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of contenders) {
      await empty(db);
      seconds.get(name)?.push(await timed(work));
    }
  }
  const bare = median(seconds.get('bare COPY') ?? []);
  console.log(`\n${rows.toLocaleString('en-US')} rows, median of ${rounds}`);
  console.log(['', 'seconds', 'rows/s', 'times COPY'].join('\t'));
  for (const [name, times] of seconds) {
    const time = median(times);
    const figures = [time.toFixed(2), Math.round(rows / time), (time / bare).toFixed(2)];
    console.log([name, ...figures].join('\t'));
  }
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

async function watchLarge(
  portal: Portal,
  db: pg.Client,
  clean: string,
  file: LeadFile,
  mostMegabytes: number,
): Promise<void> {
  const { url } = portal;
  await empty(db);
  await bareCopy(db, clean);
  // A portal at rest has statistics of what it holds; here they may be of the table that was emptied.
  await db.query('analyze leads');
  let running = true;
  const done = () => !running;
  const asking = Promise.all([
    askUntil(done, `${url}/healthz`, {}),
    askUntil(done, `${url}/api/leads?limit=10`, { headers: portal.partner }),
    askUntil(done, `${url}/api/leads?limit=10`, { headers: portal.headers }),
  ]);
  // Answering the others takes memory too, which is none of the import's.
  const peakWithout = watchMemory(portal);
  await pause(trafficAloneSeconds * 1000);
  const without = peakWithout();
  const peakWith = watchMemory(portal);
  const began = performance.now();
  const seconds = await timed(() => upload(portal, file)).finally(() => {
    running = false;
  });
  const grown = Math.round(peakWith() - without);
  const memory = Number.isNaN(grown) ? 'unknown' : `${grown} of ${mostMegabytes} MB`;
  const size = `${(file.content.length / 1024 / 1024).toFixed(1)} MB`;
  const milliseconds = (await asking).map((asked) => `${Math.round(p99(asked, began))} ms`);
  console.log([file.name, size, seconds.toFixed(1), memory, ...milliseconds].join('\t'));
}

const folder = await mkdtemp(join(tmpdir(), 'portal-bench-files-'));
const portal = await startPortal();
const db = new pg.Client({ connectionString: portal.superuserUrl });
await db.connect();
try {
  const clean = join(folder, 'clean');
  await compareFormats(portal, db, clean);
  console.log(
    `\n${largeRows.toLocaleString('en-US')} rows beside ${rows.toLocaleString('en-US')}; p99 of others`,
  );
  const lists = ['another partner’s list', 'all leads'];
  console.log(['', 'size', 'seconds', 'memory', '/healthz', ...lists].join('\t'));
  console.log(['at most', '', '', '', '100 ms', '100 ms', '150 ms'].join('\t'));
  await watchLarge(portal, db, clean, csvFile(largeRows), 60);
  await watchLarge(portal, db, clean, xlsxFile(largeRows), 200);
} finally {
  await db.end();
  await portal.stop();
  await rm(folder, { recursive: true, force: true });
}

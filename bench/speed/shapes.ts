// The same portal in other shapes: several processes, behind PgBouncer, just started.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgbouncer, startPgBouncer } from '#test/pgbouncer.ts';
import { startServer } from '../portal.ts';
import type { Setting } from './cases.ts';
import { coresDuring } from './cpu.ts';
import { type Measured, sideBySide } from './measure.ts';
import type { Row } from './report.ts';

type Rounds = Parameters<typeof sideBySide>[1];

const listOf = (url: string, { partner }: Setting) => ({
  url: `${url}/api/leads?limit=10`,
  headers: partner,
});

/** The first page of a partner, asked of two portals on one database in turns. */
async function compare(
  setting: Setting,
  [one, other]: Record<string, string>[],
  rounds: Rounds,
  postmaster: number,
): Promise<{ one: Measured; other: Measured; note: string }> {
  const first = await startServer({ ...one });
  const second = await startServer({ ...other });
  try {
    let measured: Record<'one' | 'other', Measured> | undefined;
    const roots = { PostgreSQL: postmaster, portals: first.pid, others: second.pid };
    const cores = await coresDuring({ ...roots, load: process.pid }, async () => {
      const calls = { one: listOf(first.url, setting), other: listOf(second.url, setting) };
      measured = await sideBySide(calls, rounds);
    });
    const portal = cores.portals + cores.others;
    // The portals and the load are children of this very process, the load is what remains.
    const told = { PostgreSQL: cores.PostgreSQL, portal, load: cores.load - portal };
    const shares = Object.entries(told).map(([name, used]) => `${name} ${used.toFixed(2)}`);
    if (!measured) throw new Error('Nothing was measured');
    return { ...measured, note: `of ${cpus().length} cores meanwhile: ${shares.join(', ')}` };
  } finally {
    await first.stop();
    await second.stop();
  }
}

async function postmasterOf(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

type Place = { databaseUrl: string; dataDir: string };

export async function workerRows(setting: Setting, place: Place, rounds: Rounds): Promise<Row[]> {
  const own = { DATABASE_URL: place.databaseUrl };
  const shapes = [
    { ...own, WORKERS: '1' },
    { ...own, WORKERS: '2' },
  ];
  const postmaster = await postmasterOf(place.dataDir);
  const { one, other, note } = await compare(setting, shapes, rounds, postmaster);
  return [
    {
      name: 'WORKERS=2, first page',
      ours: other.perSecond,
      bare: one.perSecond,
      beside: 'one process',
      unit: '/s',
      target: 1.6,
      is: 'at least',
      note,
    },
  ];
}

export async function poolerRows(setting: Setting, place: Place, rounds: Rounds): Promise<Row[]> {
  if (!pgbouncer) throw new Error('it is not installed');
  const { databaseUrl } = place;
  const pooler = await startPgBouncer(databaseUrl, 10);
  try {
    const behind = {
      DATABASE_URL: pooler.urlOf(databaseUrl),
      DATABASE_PREPARED: 'off',
      DATABASE_DIRECT_URL: databaseUrl,
    };
    const shapes = [{ DATABASE_URL: databaseUrl }, behind];
    const postmaster = await postmasterOf(place.dataDir);
    const { one, other, note } = await compare(setting, shapes, rounds, postmaster);
    return [
      {
        name: 'behind PgBouncer, first page',
        ours: other.perSecond,
        bare: one.perSecond,
        beside: 'straight to PostgreSQL',
        unit: '/s',
        target: 0.4,
        is: 'at least',
        note,
      },
    ];
  } finally {
    await pooler.stop();
  }
}

/** To the first answer, each the second time: the first makes the database. */
export async function startRows(databaseUrl: string): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-start-'));
  const shapes = [
    { name: 'start, its own database', env: { DATA_DIR: dataDir } },
    { name: 'start, a database that runs', env: { DATABASE_URL: databaseUrl } },
  ];
  const rows: Row[] = [];
  try {
    for (const { name, env } of shapes) {
      const seconds: number[] = [];
      for (let n = 0; n < 4; n++) {
        const server = await startServer(env);
        seconds.push(server.startSeconds);
        await server.stop();
      }
      const [, ...later] = seconds;
      const ours = later.sort((a, b) => a - b)[1] ?? 0;
      rows.push({ name, ours, unit: 's', target: 1.5, is: 'at most' });
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return rows;
}

// The same portal in other shapes: several processes, behind PgBouncer, just started.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgbouncer, startPgBouncer } from '#test/pgbouncer.ts';
import { startServer } from '../portal.ts';
import type { Setting } from './cases.ts';
import { coreMeter } from './cpu.ts';
import { type Measured, type Rounds, sideBySide, type Watch } from './measure.ts';
import type { Case, Row } from './rows.ts';
import type { Part } from './told.ts';

const listOf = (url: string, { partner }: Setting) => ({
  url: `${url}/api/leads?limit=10`,
  headers: partner,
});

/** What runs beside the two portals that are compared. */
type Beside = { PostgreSQL: number; PgBouncer?: number; otherPortal: number };

/** The first page of a partner, asked of two portals on one database in turns. */
async function compare(
  setting: Setting,
  [one, other]: Record<string, string>[],
  rounds: Rounds,
  { otherPortal, ...servers }: Beside,
): Promise<{ one: Measured; other: Measured; note?: string }> {
  const first = await startServer({ ...one });
  const second = await startServer({ ...other });
  try {
    const meter = coreMeter({
      portal: [second.pid, first.pid, otherPortal],
      ...Object.fromEntries(Object.entries(servers).map(([name, pid]) => [name, [pid]])),
      load: [process.pid],
    });
    const calls = { one: listOf(first.url, setting), other: listOf(second.url, setting) };
    const measured = await sideBySide(calls, rounds, onlyThoseOf('other', meter));
    const cores = meter.cores();
    return { ...measured, ...(cores && { note: whoHadTheCores(cores, cpus().length) }) };
  } finally {
    await first.stop();
    await second.stop();
  }
}

/** The note speaks of the rounds of one, not of those of the other. */
export const onlyThoseOf =
  (whose: string, { during }: Pick<ReturnType<typeof coreMeter>, 'during'>): Watch =>
  (name, round) =>
    name === whose ? during(round) : round();

export function whoHadTheCores(cores: Record<string, number>, all: number): string {
  const shares = Object.entries(cores).map(([name, used]) => `${name} ${used.toFixed(2)}`);
  const sum = Object.values(cores).reduce((total, used) => total + used, 0);
  return `in its rounds they had ${sum.toFixed(2)} of ${all} cores: ${shares.join(', ')}`;
}

async function postmasterOf(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

export type Place = { databaseUrl: string; dataDir: string; pid: number };

const twoWorkers: Case = {
  name: 'WORKERS=2, first page',
  unit: '/s',
  isRatio: true,
  beside: 'one process',
  target: 1.6,
  is: 'at least',
};

async function measureWorkers(setting: Setting, place: Place, rounds: Rounds): Promise<Row[]> {
  const own = { DATABASE_URL: place.databaseUrl };
  const shapes = [
    { ...own, WORKERS: '1' },
    { ...own, WORKERS: '2' },
  ];
  const PostgreSQL = await postmasterOf(place.dataDir);
  const beside = { PostgreSQL, otherPortal: place.pid };
  const { one, other, ...note } = await compare(setting, shapes, rounds, beside);
  return [{ ...twoWorkers, ours: other.perSecond, bare: one.perSecond, ...note }];
}

export const workers = (setting: Setting, place: Place, rounds: Rounds): Part => ({
  name: 'several processes',
  cases: [twoWorkers],
  measure: () => measureWorkers(setting, place, rounds),
});

const behindPgBouncer: Case = {
  name: 'behind PgBouncer, first page',
  unit: '/s',
  isRatio: true,
  beside: 'straight to PostgreSQL',
  target: 0.4,
  is: 'at least',
  isOurTarget: true,
};

async function measurePooler(setting: Setting, place: Place, rounds: Rounds): Promise<Row[]> {
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
    const PostgreSQL = await postmasterOf(place.dataDir);
    const beside = { PostgreSQL, PgBouncer: pooler.pid, otherPortal: place.pid };
    const { one, other, ...note } = await compare(setting, shapes, rounds, beside);
    return [{ ...behindPgBouncer, ours: other.perSecond, bare: one.perSecond, ...note }];
  } finally {
    await pooler.stop();
  }
}

export const pooler = (setting: Setting, place: Place, rounds: Rounds): Part => ({
  name: 'PgBouncer',
  cases: [behindPgBouncer],
  measure: () => measurePooler(setting, place, rounds),
});

const startsIn = (name: string): Case => ({ name, unit: 's', target: 1.5, is: 'at most' });
const withOwnDatabase = startsIn('start, its own database');
const withRunningDatabase = startsIn('start, a database that runs');

/** To the first answer, each the second time: the first makes the database. */
async function measureStarts(databaseUrl: string): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-start-'));
  const shapes = [
    { start: withOwnDatabase, env: { DATA_DIR: dataDir } },
    { start: withRunningDatabase, env: { DATABASE_URL: databaseUrl } },
  ];
  const rows: Row[] = [];
  try {
    for (const { start, env } of shapes) {
      const seconds: number[] = [];
      for (let n = 0; n < 4; n++) {
        const server = await startServer(env);
        seconds.push(server.startSeconds);
        await server.stop();
      }
      const [, ...later] = seconds;
      rows.push({ ...start, ours: later.sort((a, b) => a - b)[1] ?? 0 });
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return rows;
}

export const starts = (databaseUrl: string): Part => ({
  name: 'start',
  cases: [withOwnDatabase, withRunningDatabase],
  measure: () => measureStarts(databaseUrl),
});

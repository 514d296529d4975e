// How fast the portal is beside a bare program on the same database and rows. --quick: 100,000 leads
// and short rounds; --scale 10m: ten million.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addressOf, type Portal, startPortal } from './portal.ts';
import {
  countCases,
  createCases,
  type RatioCase,
  ratioCases,
  type Setting,
  type WaitCase,
  waitCases,
} from './speed/cases.ts';
import { takenDuring } from './speed/cpu.ts';
import { crowdRows } from './speed/crowd.ts';
import { dashboardRows } from './speed/dashboard.ts';
import { fill } from './speed/fill.ts';
import {
  broadRow,
  grownRow,
  growthRows,
  partnerSearchWait,
  shortly,
  typicalWaits,
} from './speed/growth.ts';
import { inTurns, oneByOne, sideBySide } from './speed/measure.ts';
import { machine, printPace, printTable, type Row, writeResults } from './speed/report.ts';
import { poolerRows, startRows, workerRows } from './speed/shapes.ts';
import { between, missing, orTold, withTaken } from './speed/told.ts';

const words = process.argv.slice(2);
const isQuick = words.includes('--quick');
const isLarge = words.includes('10m');
const leads = isLarge ? 10_000_000 : isQuick ? 100_000 : 1_000_000;
const rounds = isQuick ? { rounds: 2, seconds: 2 } : { rounds: 3, seconds: 4 };

async function startBare(databaseUrl: string) {
  const file = fileURLToPath(new URL('./speed/bare.ts', import.meta.url));
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, NODE_ENV: 'production' };
  const child = spawn(process.execPath, ['--import', 'tsx', file], { env });
  return { url: await addressOf(child), stop: () => child.kill('SIGTERM') };
}

async function ask(url: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

async function settingOf(portal: Portal, bare: string): Promise<Setting> {
  const { url, headers: admin, partner } = portal;
  const { user } = await ask(`${url}/api/me`, partner);
  const { token } = await ask(`${url}/api/tokens`, partner, { name: 'Bench' });
  return { portal: url, bare, admin, partner, partnerId: user.id, apiToken: token, leads };
}

async function compare(cases: RatioCase[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const each of cases) rows.push(...(await orTold(each.name, () => ratioOf(each))));
  return rows;
}

async function ratioOf({ name, ours, bare, target }: RatioCase): Promise<Row[]> {
  const measured = await sideBySide({ ours, bare }, rounds);
  const [our, plain] = [measured.ours.perSecond, measured.bare.perSecond];
  return [{ name, ours: our, bare: plain, unit: '/s', target, is: 'at least' }];
}

async function waited(cases: WaitCase[], times: number): Promise<Row[]> {
  // As many that do not count: those of a portal that has just begun are still being compiled.
  await inTurns(cases, times);
  const measured = await inTurns(cases, times);
  return measured.map(({ name, of, atMost, ...waits }) => {
    const bound = atMost === undefined ? {} : { target: atMost, is: 'at most' as const };
    return { name, ours: waits[of], unit: 'ms', ...bound };
  });
}

async function statusBesideAll({ portal: url, admin: headers }: Setting): Promise<Row> {
  const all = { url: `${url}/api/leads?limit=10`, headers };
  const status = { url: `${all.url}&status_filter=contacted`, headers };
  const measured = await sideBySide({ status, all }, rounds);
  return {
    name: 'one status, administrator',
    ours: measured.status.perSecond,
    bare: measured.all.perSecond,
    beside: 'the unfiltered list',
    unit: '/s',
    // As fast, but for what two rounds of the same differ by.
    target: 0.9,
    is: 'at least',
  };
}

async function sessionRow({ portal: url, partner: headers }: Setting): Promise<Row> {
  const { me } = await sideBySide({ me: { url: `${url}/api/me`, headers } }, rounds);
  return { name: 'GET /api/me', ours: me.perSecond, unit: '/s', target: 4_000, is: 'at least' };
}

async function sizeRow({ portal: url, partner: headers }: Setting): Promise<Row> {
  const { bytes } = await oneByOne({ url: `${url}/api/leads?limit=10`, headers }, 1);
  return { name: '10 rows', ours: bytes / 1000, unit: 'kB', target: 10, is: 'at most' };
}

async function measureAll(setting: Setting): Promise<Row[]> {
  const account = { email: portal.partnerEmail, password: portal.partnerPassword };
  return [
    ...(await compare(ratioCases(setting))),
    ...(await orTold('session', async () => [await sessionRow(setting)])),
    ...(await orTold('one status', async () => [await statusBesideAll(setting)])),
    ...(await orTold('pages', () => waited(waitCases(setting), 200))),
    ...(await orTold('an answer', async () => [await sizeRow(setting)])),
    // Before leads are added: a screen asks again for what has changed while it was loading.
    ...(await orTold('dashboard', () => dashboardRows(portal.url, account))),
    ...(await compare(createCases(setting))),
  ];
}

/** What is measured first, while there are few leads, and on the way to many. */
const fewLeads = 10_000;
const someLeads = 100_000;

/** From few leads to all of them: what must not take longer, and what does. */
async function measureGrowth(setting: Setting): Promise<Row[]> {
  // Of fewer a handful that something else delayed would be the slowest percent.
  const countsAt = (size: number) =>
    withTaken(() => waited(countCases(setting, shortly(size)), 2_000));
  const broadAt = (size: number) => withTaken(async () => [await broadRow(setting, size)]);
  const waits = () => takenDuring(() => typicalWaits(setting));
  const search = () => takenDuring(() => partnerSearchWait(setting));
  await fill(portal.databaseUrl, fewLeads, setting.partnerId);
  const few = await waits();
  const rows = [...(await countsAt(fewLeads)), ...(await broadAt(fewLeads))];
  await fill(portal.databaseUrl, someLeads, setting.partnerId, fewLeads);
  const someSearch = await search();
  if (leads > someLeads) {
    rows.push(...(await broadAt(someLeads)));
    await fill(portal.databaseUrl, leads, setting.partnerId, someLeads);
    const name = `${shortly(leads)} against ${shortly(someLeads)}: a partner’s search`;
    rows.push(...between(someSearch, await search(), (a, b) => [grownRow(name, b, a, 2)]));
  }
  rows.push(...between(few, await waits(), (a, b) => growthRows(setting, a, b, fewLeads)));
  rows.push(...(await countsAt(leads)), ...(await broadAt(leads)));
  return rows;
}

async function measureOthers(setting: Setting): Promise<Row[]> {
  const place = { databaseUrl: portal.databaseUrl, dataDir: portal.dataDir };
  const parts: [string, () => Promise<Row[]>][] = [
    ['several processes', () => workerRows(setting, place, rounds)],
    ['PgBouncer', () => poolerRows(setting, place, rounds)],
    ['start', () => startRows(portal.databaseUrl)],
    ['a crowd', () => crowdRows(setting, portal.databaseUrl)],
  ];
  const rows: Row[] = [];
  for (const [name, work] of parts) rows.push(...(await orTold(name, work)));
  return rows;
}

const portal = await startPortal();
const bare = await startBare(portal.databaseUrl);
try {
  const setting = await settingOf(portal, bare.url);
  const idle = portal.memory();
  console.log(`${leads.toLocaleString('en-US')} leads on ${machine()}`);
  const grown = await measureGrowth(setting);
  // Filling took most of the time: what is known is told, whatever comes.
  printTable(grown);
  const rows = [...(await measureAll(setting)), ...grown];
  rows.push(...(await measureOthers(setting)));
  if (idle) rows.push({ name: 'idle', ours: idle, unit: 'MB', target: 150, is: 'at most' });
  printTable(rows);
  printPace(rows);
  await writeResults(isQuick ? 'quick' : isLarge ? '10m' : 'speed', { leads, rows, missing });
} finally {
  bare.stop();
  await portal.stop();
}

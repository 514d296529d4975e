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
} from './speed/cases.ts';
import { takenDuring } from './speed/cpu.ts';
import { crowd } from './speed/crowd.ts';
import { dashboard } from './speed/dashboard.ts';
import { fill } from './speed/fill.ts';
import {
  broadRow,
  grownRow,
  growthRows,
  partnerSearchWait,
  shortly,
  typicalWaits,
} from './speed/growth.ts';
import { compared, pages, session, sizeOfAnswer, statusBesideAll, waited } from './speed/parts.ts';
import {
  machine,
  paceOfMachine,
  print,
  say,
  tableOf,
  whatTargetsAreFor,
  writeResults,
} from './speed/report.ts';
import type { Case, Row } from './speed/rows.ts';
import { pooler, starts, workers } from './speed/shapes.ts';
import { allOrTold, between, type Part, withTaken } from './speed/told.ts';
import { NotAsClaimed } from './speed/totals.ts';

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

function partsOf(setting: Setting): Part[] {
  const besideBare = (each: RatioCase) => compared(each, rounds);
  return [
    ...ratioCases(setting).map(besideBare),
    session(setting, rounds),
    statusBesideAll(setting, rounds),
    pages(setting),
    sizeOfAnswer(setting),
    // Before leads are added: a screen asks again for what has changed while it was loading.
    dashboard(portal.url, 'partner', portal.partnerAccount),
    dashboard(portal.url, 'administrator', portal.adminAccount),
    ...createCases(setting).map(besideBare),
  ];
}

function partsOfOthers(setting: Setting): Part[] {
  return [
    workers(setting, portal, rounds),
    pooler(setting, portal, rounds),
    starts(portal.databaseUrl),
    crowd(setting, portal.databaseUrl),
  ];
}

/** What is measured first, while there are few leads, and on the way to many. */
const fewLeads = 10_000;
const someLeads = 100_000;

/** From few leads to all of them: what must not take longer, and what does. */
async function measureGrowth(setting: Setting): Promise<Row[]> {
  const at = (what: string, size: number) => say(`${what} at ${shortly(size)}…`);
  const countsAt = (size: number) => {
    at('counts', size);
    // Of fewer a handful that something else delayed would be the slowest percent.
    return withTaken(() => waited(countCases(setting, shortly(size)), 2_000));
  };
  const broadAt = (size: number) => {
    at('a search that finds all', size);
    return withTaken(async () => [await broadRow(setting, size)]);
  };
  const waitsAt = (size: number) => {
    at('lists, a count and searches', size);
    return takenDuring(() => typicalWaits(setting));
  };
  const searchAt = (size: number) => {
    at('a partner’s search', size);
    return takenDuring(() => partnerSearchWait(setting));
  };
  await fill(portal.databaseUrl, fewLeads, setting.partnerId);
  const few = await waitsAt(fewLeads);
  const rows = [...(await countsAt(fewLeads)), ...(await broadAt(fewLeads))];
  await fill(portal.databaseUrl, someLeads, setting.partnerId, fewLeads);
  if (leads > someLeads) {
    const someSearch = await searchAt(someLeads);
    rows.push(...(await broadAt(someLeads)));
    await fill(portal.databaseUrl, leads, setting.partnerId, someLeads);
    const name = `${shortly(leads)} against ${shortly(someLeads)}: a partner’s search`;
    const search = await searchAt(leads);
    rows.push(...between(someSearch, search, (a, b) => [grownRow(name, b, a, 2)]));
  }
  const many = await waitsAt(leads);
  rows.push(...between(few, many, (a, b) => growthRows(setting, a, b, fewLeads)));
  rows.push(...(await countsAt(leads)), ...(await broadAt(leads)));
  return rows;
}

function idleRow(megabytes: number | undefined): Row {
  const row: Case = { name: 'idle', unit: 'MB', target: 150, is: 'at most' };
  if (megabytes === undefined) return { ...row, note: 'not measured: the system does not tell' };
  return { ...row, ours: megabytes };
}

async function measureAll(bare: string): Promise<void> {
  const setting = await settingOf(portal, bare);
  const idle = idleRow(portal.memory());
  const grown = await measureGrowth(setting);
  // Filling took most of the time: what is known is told, whatever comes.
  print(tableOf(grown));
  const rows = [
    ...(await allOrTold(partsOf(setting))),
    ...grown,
    ...(await allOrTold(partsOfOthers(setting))),
    idle,
  ];
  print([...tableOf(rows), whatTargetsAreFor(leads), ...paceOfMachine(rows)]);
  await writeResults(isQuick ? 'quick' : isLarge ? '10m' : 'speed', leads, rows);
}

console.log(`${leads.toLocaleString('en-US')} leads on ${machine()}`);
say('starting a database, a portal and the bare program…');
const portal = await startPortal();
const bare = await startBare(portal.databaseUrl);
try {
  await measureAll(bare.url);
} catch (error) {
  if (!(error instanceof NotAsClaimed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  bare.stop();
  await portal.stop();
}

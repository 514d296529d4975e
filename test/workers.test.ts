import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureAdministrator } from '#server/accounts/accounts.ts';
import { pidExists } from '#server/db/embedded/run.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { adminAccount, leadBody } from './portal.ts';

const main = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const workers = 2;

let database: TestDatabase;
/** For what leaves it as it was. */
let several: Portal;
const started: Portal[] = [];
beforeAll(async () => {
  database = await freshDatabase('migrated');
  await ensureAdministrator(database.db, adminAccount, new Date());
  several = await start({ RATE_LIMIT_GENERAL: '100' });
});
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended;
  }
  await database.drop();
});

type Portal = {
  child: ChildProcess;
  url: string;
  /** Of the processes that have come to listen, in their order. */
  pids(): number[];
  /** All that it has said so far. */
  output(): string;
  /** Of those that have answered calls. */
  answering(): Set<number>;
  ended: Promise<{ code: number | null; output: string }>;
};

async function start(env: Record<string, string> = {}): Promise<Portal> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: database.url,
      WORKERS: String(workers),
      ADMIN_PASSWORD: adminAccount.password,
      ...env,
    },
  });
  let output = '';
  const lines = () => output.split('\n').filter((line) => line.startsWith('{'));
  const told = (words: string) => lines().filter((line) => line.includes(words));
  const pidOf = (line: string) => JSON.parse(line).pid as number;
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const [, address] = /is ready: (\S+)/.exec(output) ?? [];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(output)));
  });
  const portal = {
    child,
    url: await ready,
    output: () => output,
    pids: () => told('Server listening').map(pidOf),
    answering: () => new Set(told('request completed').map(pidOf)),
    ended,
  };
  started.push(portal);
  return portal;
}

/** Over a connection of its own, so that the processes take turns. */
async function ask({ url }: Portal, path: string, token?: string, body?: object) {
  const csrf = body && (await (await fetch(`${url}/api/csrf-token`)).json()).csrf_token;
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json', 'x-csrf-token': csrf }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function logIn(to: Portal): Promise<string> {
  return (await ask(to, '/api/login', undefined, adminAccount)).body.token;
}

test('Several processes on one port are one portal: sessions, leads and limits hold for all', async () => {
  const token = await logIn(several);
  const added = await ask(several, '/api/leads', token, leadBody());
  expect(added.status).toBe(201);
  const path = `/api/leads/${added.body.lead.id}`;
  const statuses: number[] = [];
  for (let n = 0; n < 130; n++) statuses.push((await ask(several, path, token)).status);
  const answered = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(99);
  expect(answered).toBeLessThanOrEqual(110);
  expect(several.answering().size).toBe(workers);
});

test('A process that dies is replaced, and the portal answers meanwhile', async () => {
  const before = several.pids();
  const killed = before.at(-1) ?? 0;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => pidExists(killed)).toBe(false);
  expect((await ask(several, '/readyz')).status).toBe(200);
  await expect.poll(() => several.pids().length).toBe(before.length + 1);
  const newest = several.pids().at(-1) ?? 0;
  await expect
    .poll(async () => (await ask(several, '/readyz')) && several.answering())
    .toContain(newest);
});

/** The processes that a process has started; Linux lists them here. */
const childrenOf = (pid: number) => `/proc/${pid}/task/${pid}/children`;

test.runIf(existsSync(childrenOf(process.pid)))(
  'While nobody reads its output, the portal answers also after a process was replaced',
  async () => {
    const unread = await start();
    const { child, url } = unread;
    const first = child.pid ?? 0;
    const started = () => readFileSync(childrenOf(first), 'utf8').trim().split(' ').map(Number);
    const before = started();
    expect(before).toHaveLength(workers);
    child.stdout?.pause();
    // A line of the log holds the path: together twice what the system holds for a reader.
    for (let n = 0; n < 60; n++) await fetch(`${url}/${'x'.repeat(8_000)}`);
    process.kill(before.at(-1) ?? 0, 'SIGKILL');
    await expect.poll(() => started().some((pid) => pid && !before.includes(pid))).toBe(true);
    const signal = AbortSignal.timeout(10_000);
    for (let n = 0; n < 100; n++) {
      const healthy = await fetch(`${url}/healthz`, { headers: { connection: 'close' }, signal });
      expect(healthy.status).toBe(200);
    }
    child.stdout?.resume();
    await expect.poll(() => unread.pids().length).toBe(workers + 1);
    expect(unread.output().match(/x{8000}/g)).toHaveLength(60);
  },
);

test('What a process says as it crashes is written before what follows', async () => {
  const crash = `process.on('SIGUSR2',()=>{throw%20new%20Error('A%20fault')})`;
  const crashing = await start({ NODE_OPTIONS: `--import=data:text/javascript,${crash}` });
  const killed = crashing.pids().at(-1) ?? 0;
  process.kill(killed, 'SIGUSR2');
  await expect.poll(() => crashing.pids().length).toBe(workers + 1);
  expect(crashing.output()).toMatch(
    /^Error: A fault\n {4}at process\.<anonymous>[\s\S]*^Node\.js v/m,
  );
  expect(crashing.output()).toMatch(/"code":1,.*A worker has ended/);
});

test('On SIGTERM the workers end first, then the one that started them, with 0', async () => {
  const stopped = await start();
  stopped.child.kill('SIGTERM');
  const { code, output } = await stopped.ended;
  expect(code).toBe(0);
  const lines = output.split('\n').filter((line) => line.includes('"Stopped"'));
  const pids = lines.map((line) => JSON.parse(line).pid);
  expect(pids).toHaveLength(workers + 1);
  expect(pids.at(-1)).toBe(stopped.child.pid);
  expect(output).not.toContain('Warning');
});

test('When the first process is killed, the others do not stay behind', async () => {
  const killed = await start();
  killed.child.kill('SIGKILL');
  for (const pid of killed.pids()) await expect.poll(() => pidExists(pid)).toBe(false);
});

test('What keeps one process from starting is told once, and ends the portal with 1', async () => {
  const second = start({ PORT: new URL(several.url).port });
  await expect(second).rejects.toThrow(
    /^(\{.*\}\n)*PORT \d+ is already in use on 127\.0\.0\.1: set PORT to a free one\.\n$/,
  );
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { freePort } from '#server/db/embedded/launch.ts';
import { ask, json, type Question } from './ask.ts';

const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const admin = { email: 'admin@example.com', password: 'Harvest-kite-1' };
const startMilliseconds = 90_000;
const log = pino({ level: 'silent' });

export type Account = { id: string; email: string; headers: Record<string, string> };

export type Portal = {
  url: string;
  /** To look into the data; undefined where the portal runs its own database. */
  databaseUrl: string | undefined;
  dataDir: string;
  admin: Account;
  pid(): number;
  /** What it says; null where that goes elsewhere. */
  output(): Readable | null;
  addPartner(name: string): Promise<Account>;
  call(account: Account, path: string, question?: Question): ReturnType<typeof ask>;
  tokenOf(account: Account): Promise<Record<string, string>>;
  /** Without any warning, and starts it anew. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
  /** Stops what is left of it and removes its folder. */
  remove(): Promise<void>;
};

const running = new Set<Portal>();

/** Whoever interrupts must not leave a portal and a database behind. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    for (const portal of running) await portal.remove().catch(() => undefined);
    process.exit(130);
  });
}

export const partnerPassword = 'Lantern-kite-2';

/** The built portal in a process of its own on a folder of its own, at an address that stays. */
export async function startPortal(
  options: {
    ownDatabase?: boolean;
    /** Of another portal, beside which this one is to work. */
    databaseUrl?: string | undefined;
    /** Where it is not to make a folder of its own. */
    dataDir?: string;
    env?: Record<string, string>;
    /** Where its log goes instead of to this process. */
    stdout?: number;
  } = {},
): Promise<Portal> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'portal-chaos-')));
  const { databaseUrl } = options;
  const joined = databaseUrl ? { url: databaseUrl, stop: async () => undefined } : undefined;
  const database = options.ownDatabase
    ? undefined
    : (joined ?? (await startEmbedded({ dataDir, log })));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'true',
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_GENERAL: '100000000',
    RATE_LIMIT_EXTERNAL_API: '100000000',
    RATE_LIMIT_UPLOADED_ROWS: '100000000',
    RATE_LIMIT_NOTES: '100000000',
    ...(database ? { DATABASE_URL: database.url } : { DATA_DIR: dataDir }),
    ...options.env,
  };
  const start = () => launch(env, options.stdout);
  let child = await start();
  const stopChild = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const portal: Portal = {
    ...(await callers(url)),
    url,
    dataDir,
    databaseUrl: database?.url,
    pid: () => child.pid ?? 0,
    output: () => child.stdout,
    killAndStart: async () => {
      await stopChild('SIGKILL');
      child = await start();
    },
    stop: () => stopChild('SIGTERM'),
    remove: async () => {
      running.delete(portal);
      await stopChild('SIGTERM');
      // The database of a portal that was killed goes on by itself until somebody takes it over.
      await (database ?? (await startEmbedded({ dataDir, log }))).stop();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
  running.add(portal);
  return portal;
}

function launch(env: NodeJS.ProcessEnv, stdout: number | 'pipe' = 'pipe'): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', stdout, 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    const giveUp = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`The portal did not start (${why}): ${output}`));
    };
    const late = setTimeout(() => giveUp('too slow'), startMilliseconds);
    const isReady = () => {
      clearTimeout(late);
      resolve(child);
    };
    if (stdout !== 'pipe') void untilAnswered(`http://127.0.0.1:${env.PORT}/readyz`, isReady);
    const read = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-2_000);
      if (!output.includes('is ready: ')) return;
      isReady();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => giveUp('it ended'));
  });
}

/** Where nothing that it says can be read, its answers tell that it is ready. */
async function untilAnswered(url: string, isReady: () => void): Promise<void> {
  const deadline = Date.now() + startMilliseconds;
  while (Date.now() < deadline) {
    if ((await ask(url)).status === 200) return isReady();
    await pause(100);
  }
}

async function callers(url: string) {
  const csrf = String(json(await ask(`${url}/api/csrf-token`)).csrf_token);
  const plain = { 'x-csrf-token': csrf, 'content-type': 'application/json' };
  const signIn = async (email: string, password: string): Promise<Account> => {
    const body = JSON.stringify({ email, password });
    const answer = json(await ask(`${url}/api/login`, { method: 'POST', headers: plain, body }));
    const { id } = answer.user as { id: string };
    return { id, email, headers: { ...plain, authorization: `Bearer ${answer.token}` } };
  };
  const administrator = await signIn(admin.email, admin.password);
  const call: Portal['call'] = (account, path, question = {}) =>
    ask(url + path, { ...question, headers: { ...account.headers, ...question.headers } });
  const post = async (account: Account, path: string, body: object) =>
    json(await call(account, path, { method: 'POST', body: JSON.stringify(body) }));
  return {
    admin: administrator,
    call,
    addPartner: async (name: string) => {
      const email = `${name}@chaos.example`;
      const account = { name, email, company: `${name} Ltd`, password: partnerPassword };
      await post(administrator, '/api/partners', account);
      return signIn(email, partnerPassword);
    },
    tokenOf: async (account: Account) => ({
      'x-api-token': String((await post(account, '/api/tokens', { name: 'Chaos' })).token),
      'content-type': 'application/json',
    }),
  };
}

/** How many sockets a process has open; undefined where the system does not tell. */
export function openSockets(pid: number): number | undefined {
  try {
    const folder = `/proc/${pid}/fd`;
    const links = readdirSync(folder).map((name) => {
      try {
        return readlinkSync(join(folder, name));
      } catch {
        return '';
      }
    });
    return links.filter((link) => link.startsWith('socket:')).length;
  } catch {
    return undefined;
  }
}

/** In megabytes; NaN where the system does not tell. */
export function memoryOf(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1000;
  } catch {
    return Number.NaN;
  }
}

/** What a process has taken of the processors, in milliseconds; NaN where the system does not tell. */
export function processorTimeOf(pid: number): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    // User and system time, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

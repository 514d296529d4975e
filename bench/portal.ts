import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startEmbedded } from '#server/db/embedded/embedded.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const partnerPassword = 'Lantern-kite-2';
const admin = { email: 'admin@example.com', password: 'Harvest-kite-1' };

/** The built portal in a process of its own, on a PostgreSQL that others can reach too. */
export async function startPortal() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  const database = await startEmbedded({ dataDir, log: pino({ level: 'warn' }) });
  const server = await startServer({ DATABASE_URL: database.url });
  const { url } = server;
  const headers = await signIn(url, admin);
  const newPartner = async (name: string) => {
    await addPartner(url, headers, name);
    return signIn(url, { email: emailOf(name), password: partnerPassword });
  };
  return {
    url,
    pid: server.pid,
    headers,
    /** Who asks while the administrator imports. */
    partner: await newPartner('Other'),
    newPartner,
    partnerAccount: { email: emailOf('Other'), password: partnerPassword },
    adminAccount: admin,
    databaseUrl: database.url,
    /** Of whoever may do what the portal's own role may not. */
    superuserUrl: database.superuserUrl,
    dataDir,
    memory: server.memory,
    async stop() {
      await server.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The built portal, on a database that is there already. */
export async function startServer(env: Record<string, string>) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
      // Filling a large database takes longer than an access token usually lives.
      ACCESS_TOKEN_TTL_SECONDS: '86400',
      RATE_LIMIT_GENERAL: '100000000',
      RATE_LIMIT_EXTERNAL_API: '100000000',
      RATE_LIMIT_UPLOADED_ROWS: '100000000',
      ...env,
    },
  });
  const url = await addressOf(child);
  await fetch(`${url}/readyz`);
  return {
    url,
    pid: child.pid ?? 0,
    /** To the first answer. */
    startSeconds: (performance.now() - began) / 1000,
    memory: () => residentMegabytes(child.pid ?? 0),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export type Portal = Awaited<ReturnType<typeof startPortal>>;

export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const [, address] = /is ready: (\S+)/.exec(output) ?? [];
      if (address) resolve(address);
    });
    child.stderr?.pipe(process.stderr);
    child.once('exit', () => reject(new Error(`The portal did not start: ${output}`)));
  });
}

const emailOf = (name: string) => `${name.toLowerCase()}@example.com`;

async function addPartner(
  url: string,
  headers: Record<string, string>,
  name: string,
): Promise<void> {
  const partner = { name, email: emailOf(name), company: `${name} Ltd`, password: partnerPassword };
  await fetch(`${url}/api/partners`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(partner),
  });
}

async function signIn(url: string, account: object): Promise<Record<string, string>> {
  const { csrf_token } = await (await fetch(`${url}/api/csrf-token`)).json();
  const csrf = { 'x-csrf-token': csrf_token };
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { ...csrf, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { token } = await response.json();
  return { ...csrf, authorization: `Bearer ${token}` };
}

/** Undefined where the system does not tell. */
function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes ? Number(kilobytes) / 1000 : undefined;
  } catch {
    return undefined;
  }
}

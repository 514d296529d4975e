import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestOf, ResponseOf, Route } from '#contract/http.ts';
import type { Lead } from '#contract/leads.ts';
import { addressOf } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const quickPasswords = fileURLToPath(new URL('quick-passwords.cjs', import.meta.url));
const adminAccount = { email: 'admin@example.com', password: 'Harvest-kite-1' };

export type Account = {
  id: string;
  name: string;
  email: string;
  password: string;
  company: string | null;
  token: string;
  refreshToken: string;
  call<R extends Route>(route: R, input?: Partial<RequestOf<R>>): Promise<ResponseOf<R>>;
};

/** The built portal as a process of its own, with a database of its own. */
export type Portal = {
  url: string;
  logIn(email: string, password: string): Promise<Account>;
  admin(): Promise<Account>;
  newPartner(change?: { name?: string; company?: string }): Promise<Account>;
  stop(): Promise<void>;
};

export async function startPortal(
  env: Record<string, string> = {},
  flags: string[] = [],
): Promise<Portal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'));
  const main = join('dist', 'server', 'main.js');
  const child = spawn(process.execPath, ['--require', quickPasswords, main, ...flags], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: adminAccount.email,
      ADMIN_PASSWORD: adminAccount.password,
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const url = await readyAddress(child);
  const csrf = await (await fetch(`${url}/api/csrf-token`)).json();
  const call = caller(url, csrf.csrf_token);

  async function logIn(email: string, password: string): Promise<Account> {
    const { token, refresh_token, user } = await call(routes.login, { body: { email, password } });
    const { id, name, company } = user;
    return {
      id,
      name,
      email,
      password,
      company,
      token,
      refreshToken: refresh_token,
      call: (route, input) => call(route, input, token),
    };
  }
  const admin = () => logIn(adminAccount.email, adminAccount.password);
  // One session for all that tests ask for: to sign in costs a hash each time.
  let maker: Promise<Account> | undefined;

  return {
    url,
    logIn,
    admin,
    newPartner: async ({ name = 'Pat Partner', company = 'Partner Ltd' } = {}) => {
      const email = `${randomBytes(6).toString('hex')}@partner.example`;
      const body = { name, email, company, password: 'Lantern-kite-2' };
      maker ??= admin();
      await (await maker).call(routes.createPartner, { body });
      return logIn(email, body.password);
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const [, address] = /is ready: (\S+)/.exec(output) ?? [];
      if (address) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`The portal did not start:\n${output}`)));
  });
}

function caller(url: string, csrfToken: string) {
  return async <R extends Route>(
    route: R,
    { params, query, body }: Partial<RequestOf<R>> = {},
    token?: string,
  ): Promise<ResponseOf<R>> => {
    const address = addressOf(route, { params, query });
    const response = await fetch(`${url}${address}`, {
      method: route.method,
      headers: {
        'x-csrf-token': csrfToken,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${route.method} ${address}: ${await response.text()}`);
    return (await response.json()) as ResponseOf<R>;
  };
}

/** A lead of this account; what a test cares about, it says. */
export async function addLead(
  account: Account,
  change: Partial<RequestOf<typeof routes.createLead>['body']> = {},
): Promise<Lead> {
  const body = {
    company_name: 'Acme Ltd',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@acme.example',
    phone_number: '+44 20 7946 0000',
    ...change,
  };
  return (await account.call(routes.createLead, { body })).lead;
}

export async function setStatus(admin: Account, lead: Lead, status: string): Promise<void> {
  await admin.call(routes.updateLead, { params: { id: lead.id }, body: { status } });
}

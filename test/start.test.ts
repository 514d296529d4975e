import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, removeOriginal, usedFolder } from '#server/db/embedded/testing.ts';
import { leadBody } from './portal.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'portal-clone-'));
const checkout = join(folder, 'portal');
const minutes = 60_000;

type Portal = {
  process: ChildProcess;
  output(): string;
  address: string;
  ended: Promise<{ code: number | null; output: string }>;
};
const started: Portal[] = [];

/** What a clone of this tree would hold. */
function copyCheckout() {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root });
  for (const name of new Set(list.toString().split('\0').filter(Boolean))) {
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  }
}

const tools = join(folder, 'tools');
const installations = join(folder, 'installations');

/**
 * An `npm` whose `ci` takes the packages that the same lock file has brought to this tree instead of
 * unpacking 400 again: whoever runs these tests has just seen that work. The rest is npm's own.
 */
function standInForInstalling() {
  mkdirSync(tools);
  const installed = join(root, 'node_modules');
  const npm = execFileSync('which', ['npm']).toString().trim();
  const script = [
    '#!/bin/sh',
    `if [ "$1" != ci ]; then exec '${npm}' "$@"; fi`,
    `echo "$PWD: $*" >> '${installations}'`,
    `mkdir node_modules && ln -s '${installed}'/* '${installed}'/.bin node_modules`,
  ];
  writeFileSync(join(tools, 'npm'), script.join('\n'), { mode: 0o755 });
}

/** Runs until it is ready or has ended. */
async function start(command: string[], env: Record<string, string> = {}): Promise<Portal> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: checkout,
    detached: true,
    env: {
      PATH: [tools, process.env.PATH].join(delimiter),
      HOME: process.env.HOME,
      PORT: '0',
      ADMIN_PASSWORD: 'Harvest-kite-1',
      ...env,
    },
  });
  let output = '';
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  const ready = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const [, address] = /is ready: (\S+)/.exec(output) ?? [];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  const address = await Promise.race([ready, ended.then(() => '')]);
  const portal = { process: child, output: () => output, address, ended };
  started.push(portal);
  return portal;
}

const built = ['node', join('dist', 'server', 'main.js')];

async function stop(portal: Portal, signal: NodeJS.Signals = 'SIGTERM') {
  portal.process.kill(signal);
  return portal.ended;
}

async function api(portal: Portal, path: string, options: { token?: string; body?: object } = {}) {
  const csrf = await (await fetch(`${portal.address}/api/csrf-token`)).json();
  const response = await fetch(portal.address + path, {
    method: options.body ? 'POST' : 'GET',
    headers: {
      'x-csrf-token': csrf.csrf_token,
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body && { 'content-type': 'application/json' }),
    },
    ...(options.body && { body: JSON.stringify(options.body) }),
  });
  return response.json();
}

async function logIn(portal: Portal): Promise<string> {
  const body = { email: 'admin@example.com', password: 'Harvest-kite-1' };
  return (await api(portal, '/api/login', { body })).token;
}

async function companies(portal: Portal, token: string): Promise<string[]> {
  const { leads } = await api(portal, '/api/leads', { token });
  return leads.map((lead: { company_name: string }) => lead.company_name);
}

/** With the database of an earlier start, still empty: making one takes seconds. */
const usedData = async () => ({ DATA_DIR: await usedFolder() });

let fresh: Portal;

beforeAll(async () => {
  copyCheckout();
  standInForInstalling();
  fresh = await start(['npm', 'start'], { ADMIN_PASSWORD: '' });
}, 10 * minutes);

afterAll(async () => {
  for (const portal of started) {
    if (portal.process.exitCode === null) await stop(portal);
  }
  await cleanUp();
  await removeOriginal();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'npm start on a fresh checkout serves, says who may sign in, and stops cleanly',
  async () => {
    expect(readFileSync(installations, 'utf8').trim().split('\n')).toEqual([
      expect.stringMatching(/\/portal: ci --include=dev /),
    ]);
    expect(fresh.output()).toContain('Administrators who may sign in: admin@example.com');
    const [, password = ''] = /shown only this once: (\S+)/.exec(fresh.output()) ?? [];
    const body = { email: 'admin@example.com', password };
    expect((await api(fresh, '/api/login', { body })).token).toBeTruthy();
    expect(await (await fetch(`${fresh.address}/leads`)).text()).toContain('<div id="root">');
    expect((await stop(fresh)).output).toContain('Stopped');

    const second = await start(['npm', 'start']);
    expect(second.output()).not.toContain('shown only this once');
    expect(second.output()).not.toMatch(/Installing|Building/);
    expect((await api(second, '/api/login', { body })).token).toBeTruthy();
    // As a terminal does on Ctrl-C: to npm and to all that it runs.
    process.kill(-(second.process.pid ?? 0), 'SIGINT');
    expect((await second.ended).output).toContain('Stopped');
  },
  5 * minutes,
);

test(
  'What was answered before the portal is killed is there after the next start, what it was sent half way is not',
  async () => {
    const data = await usedData();
    const first = await start(built, data);
    const token = await logIn(first);
    for (const company_name of ['Kept Ltd', 'Also Ltd']) {
      await api(first, '/api/leads', { token, body: leadBody({ company_name }) });
    }
    const halfSent = join(tmpdir(), `portal-upload-${first.process.pid}-test`);
    mkdirSync(halfSent);
    await stop(first, 'SIGKILL');
    const second = await start(built, data);
    expect(existsSync(halfSent)).toBe(false);
    expect(await companies(second, token)).toEqual(['Also Ltd', 'Kept Ltd']);
    expect((await stop(second)).code).toBe(0);
  },
  minutes,
);

test(
  'A second portal on the same data folder says so in one line and stops',
  async () => {
    const data = await usedData();
    const first = await start(built, data);
    const second = await start(built, data);
    expect((await second.ended).code).toBe(1);
    expect(second.output().trim()).toMatch(
      /^Another portal is already running on the data folder .+$/,
    );
    expect((await stop(first)).code).toBe(0);
  },
  minutes,
);

test(
  'The start prints PUBLIC_URL as the address, tells where it listens, and the API describes itself there',
  async () => {
    const address = 'https://portal.example.com';
    const portal = await start(built, { ...(await usedData()), PUBLIC_URL: `${address}/` });
    expect(portal.address).toBe(address);
    const [, listening = ''] = /It listens on (\S+)/.exec(portal.output()) ?? [];
    const described = await (await fetch(`${listening}/api/openapi.json`)).json();
    expect(described.servers).toEqual([{ url: address }]);
    expect((await stop(portal)).code).toBe(0);
  },
  minutes,
);

test(
  'A call that is under way when the portal is told to stop is still answered',
  async () => {
    const portal = await start(built, await usedData());
    const token = await logIn(portal);
    const { csrf_token } = await (await fetch(`${portal.address}/api/csrf-token`)).json();
    const body = JSON.stringify(leadBody());
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${portal.address}/api/leads`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'x-csrf-token': csrf_token,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          expect: '100-continue',
        },
      });
      call.on('error', reject);
      call.on('response', (response) => resolve(response.statusCode));
      // The server has the head of the request: now it is under way.
      call.on('continue', () => {
        portal.process.kill('SIGTERM');
        portal.process.stdout?.once('data', () => call.end(body));
      });
      call.flushHeaders();
    });
    expect(await answered).toBe(201);
    expect((await portal.ended).code).toBe(0);
  },
  minutes,
);

/** Runs a command of whoever has the machine to its end. */
async function runTool(words: string[], env: Record<string, string>) {
  return (await start(['node', join('dist', 'server', 'tool.js'), ...words], env)).ended;
}

test(
  'A lost password is reset on the machine while the portal runs',
  async () => {
    const data = await usedData();
    const portal = await start(built, data);
    const session = await logIn(portal);
    const email = 'admin@example.com';
    const { code, output } = await runTool(['admin', 'reset-password', email], data);
    const [, password] = /shown only this once: (\S+)\n$/.exec(output) ?? [];
    expect(code).toBe(0);
    expect((await api(portal, '/api/login', { body: { email, password } })).token).toBeTruthy();
    expect((await api(portal, '/api/me', { token: session })).error).toBe('Token has expired');
    expect((await stop(portal)).code).toBe(0);
  },
  2 * minutes,
);

test('A command that cannot be done ends with 1 and one line', async () => {
  expect(await runTool(['backup'], {})).toEqual({
    code: 1,
    output: 'Say: npm run backup FILE\n',
  });
});

test(
  'npm run hubspot-emulator ends with npm, whoever ends that',
  async () => {
    const npm = spawn('npm', ['run', '--silent', 'hubspot-emulator'], {
      cwd: root,
      env: { ...process.env, HUBSPOT_EMULATOR_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(npm.stdout, 'data');
    const [, url] = /is ready: (\S+)/.exec(String(line)) ?? [];
    expect((await fetch(url ?? '')).ok).toBe(true);
    npm.kill('SIGTERM');
    const isThere = () => fetch(url ?? '').then(Boolean, () => false);
    await expect.poll(isThere, { timeout: minutes, interval: 100 }).toBe(false);
  },
  2 * minutes,
);

test(
  'npm start -- --demo-crm brings a HubSpot that gets the demo’s leads, keeps them and ends with the portal',
  async () => {
    const env = { ...(await usedData()), HUBSPOT_EMULATOR_PORT: '0' };
    const begin = () => start(['npm', 'start', '--', '--demo-crm'], env);
    const hubspotOf = (portal: Portal) =>
      /played by its emulator: (\S+)/.exec(portal.output())?.[1] ?? '';
    const deals = async (portal: Portal) =>
      (await (await fetch(`${hubspotOf(portal)}/emulator/records/deals`)).json()).results.length;
    const first = await begin();
    expect(first.output()).toContain('played by its emulator');
    const token = await logIn(first);
    const sending = async () => (await api(first, '/api/crm', { token })).crm.backfill.state;
    await expect.poll(sending, { timeout: minutes, interval: 200 }).toBe('done');
    const { total } = await api(first, '/api/leads', { token });
    expect(await deals(first)).toBe(total);
    await stop(first);
    await expect(fetch(hubspotOf(first))).rejects.toThrow();

    const second = await begin();
    expect(await deals(second)).toBe(total);
    process.kill(-(second.process.pid ?? 0), 'SIGKILL');
    await second.ended;
    const isThere = () => fetch(hubspotOf(second)).then(Boolean, () => false);
    await expect.poll(isThere, { timeout: minutes, interval: 100 }).toBe(false);
  },
  3 * minutes,
);

test.each([
  {
    command: ['npm', 'start', '--silent', '--', '--demo-crm'],
    env: { HUBSPOT_ACCESS_TOKEN: 'pat-real' },
    line: '--demo-crm brings a HubSpot of its own: unset HUBSPOT_ACCESS_TOKEN and HUBSPOT_BASE_URL.',
  },
  {
    command: [...built, '--demo-crm'],
    env: { HUBSPOT_ACCESS_TOKEN: 'pat-real' },
    line: '--demo-crm is for npm start, which brings a HubSpot of its own.',
  },
])('The demo’s leads get into no real HubSpot: $line', async ({ command, env, line }) => {
  const { code, output } = await (await start(command, env)).ended;
  expect(code).toBe(1);
  expect(output).toContain(line);
});

test('A first password that is easy to guess is the operator’s choice, and is said to be weak once', async () => {
  const data = { ...(await usedData()), ADMIN_PASSWORD: 'Admin-pass-1' };
  const weak = 'ADMIN_PASSWORD is weak: Password is too common. Change it on the Account page.';
  const first = await start(built, data);
  expect(first.output()).toContain(weak);
  expect((await stop(first)).code).toBe(0);
  const later = await start(built, data);
  expect(later.output()).not.toContain('weak');
  expect((await stop(later)).code).toBe(0);
});

test.each([
  { env: { PORT: 'abc' }, line: 'PORT holds "abc", but takes a port number from 0 to 65535.' },
  {
    env: { ADMIN_EMAIL: 'nobody' },
    line: 'ADMIN_EMAIL holds "nobody", but takes an email address.',
  },
])('A value that cannot be used stops the start with one line: $line', async ({ env, line }) => {
  const portal = await start(built, env as unknown as Record<string, string>);
  const { code, output } = await portal.ended;
  expect({ code, output: output.trim() }).toEqual({ code: 1, output: line });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { joinEmbedded } from '#server/db/embedded/embedded.ts';
import { log } from '#server/db/embedded/testing.ts';
import { leadBody } from './portal.ts';
import {
  api,
  built,
  leaveNothing,
  logIn,
  minutes,
  type PortalProcess,
  root,
  start,
  stop,
  usedData,
} from './portal-process.ts';

afterAll(leaveNothing);

async function companies(portal: PortalProcess, token: string): Promise<string[]> {
  const { leads } = await api(portal, '/api/leads', { token });
  return leads.map((lead: { company_name: string }) => lead.company_name);
}

/** Gives the file that a backup leaves which is killed while it waits for a table. */
async function killBackup(dataDir: string): Promise<string> {
  const beside = await joinEmbedded({ dataDir, log });
  const client = new Client({ connectionString: beside.url });
  await client.connect();
  await client.query('begin; lock table leads in access exclusive mode');
  const command = [join('dist', 'server', 'tool.js'), 'backup', join(dataDir, 'portal.backup')];
  const env = { ...process.env, DATA_DIR: dataDir };
  const backup = spawn(process.execPath, command, { cwd: root, env, stdio: 'ignore' });
  const left = () => readdirSync(dataDir).filter((name) => name.endsWith('.unfinished'));
  await vi.waitFor(() => expect(left()).toHaveLength(1), minutes / 2);
  backup.kill('SIGKILL');
  await once(backup, 'exit');
  await client.end();
  await beside.stop();
  return join(dataDir, left()[0] ?? '');
}

describe('A first password', () => {
  let data: Record<string, string>;
  const password = 'Meadow-anchor-52';
  beforeAll(async () => {
    data = { ...(await usedData()), LOG_LEVEL: 'silent' };
  });

  test.each([
    ['Password1!', 'Password is too common'],
    ['no-capital-1', 'Password must contain at least one uppercase letter'],
  ])('that breaks a rule stops the start with one line: %s', async (weak, fault) => {
    const portal = await start(built, { ...data, ADMIN_PASSWORD: weak });
    const { code, output } = await portal.ended;
    expect({ code, output: output.trim() }).toEqual({
      code: 1,
      output: `The first administrator’s password (ADMIN_PASSWORD or ADMIN_PASSWORD_FILE) cannot be used: ${fault}.`,
    });
  });

  test('that keeps the rules makes the administrator, from a file too; later starts ignore it', async () => {
    const ADMIN_PASSWORD_FILE = join(data.DATA_DIR ?? '', 'first-password');
    const withoutFile = await start(built, { ...data, ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE });
    expect((await withoutFile.ended).output).toContain('it cannot be read (ENOENT)');
    writeFileSync(ADMIN_PASSWORD_FILE, `${password}\n`);
    const first = await start(built, { ...data, ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE });
    expect(await logIn(first, password)).toMatch(/^\S+$/);
    expect(first.output()).not.toContain(password);
    await stop(first);
    rmSync(ADMIN_PASSWORD_FILE);
    for (const ignored of [
      { ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE },
      { ADMIN_PASSWORD: 'Password1!' },
    ]) {
      const later = await start(built, { ...data, ...ignored });
      expect(await logIn(later, password)).toMatch(/^\S+$/);
      await stop(later);
    }
  });
});

describe('After a portal was killed', () => {
  let token: string;
  let halfSent: string;
  let halfBackedUp: string;
  let first: PortalProcess;
  let second: PortalProcess;
  beforeAll(async () => {
    const data = await usedData();
    first = await start(built, data);
    token = await logIn(first);
    for (const company_name of ['Kept Ltd', 'Also Ltd']) {
      await api(first, '/api/leads', { token, body: leadBody({ company_name }) });
    }
    halfSent = join(tmpdir(), `portal-upload-${first.process.pid}-test`);
    mkdirSync(halfSent);
    halfBackedUp = await killBackup(data.DATA_DIR);
    await stop(first, 'SIGKILL');
    second = await start(built, data);
  });

  test('What was answered before the portal is killed is there after the next start, what it was sent half way is not', async () => {
    expect(existsSync(halfSent)).toBe(false);
    expect(await companies(second, token)).toEqual(['Also Ltd', 'Kept Ltd']);
  });

  test('What a backup of it that was killed has left in its folder is gone after the next start', () => {
    expect(existsSync(halfBackedUp)).toBe(false);
  });
});

describe('While a portal runs', () => {
  const address = 'https://portal.example.com';
  let data: Record<string, string>;
  let portal: PortalProcess;
  let listening: string;
  beforeAll(async () => {
    data = await usedData();
    portal = await start(built, { ...data, PUBLIC_URL: `${address}/` });
    [, listening = ''] = /It listens on (\S+)/.exec(portal.output()) ?? [];
  });

  test('The start prints PUBLIC_URL as the address, tells where it listens, and the API describes itself there', async () => {
    expect(portal.address).toBe(address);
    const described = await (await fetch(`${listening}/api/openapi.json`)).json();
    expect(described.servers).toEqual([{ url: address }]);
  });

  test('A second portal on the same data folder says so in one line and stops', async () => {
    const second = await start(built, data);
    expect((await second.ended).code).toBe(1);
    expect(second.output().trim()).toMatch(
      /^Another portal is already running on the data folder .+$/,
    );
  });
});

test('A call that is under way when the portal is told to stop is still answered', async () => {
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

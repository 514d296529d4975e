import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanUp } from '#server/db/embedded/testing.ts';
import { usedFolder } from './used-folder.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const minutes = 60_000;
/** The portal as the build has left it. */
export const built = ['node', join('dist', 'server', 'main.js')];

export type PortalProcess = {
  process: ChildProcess;
  output(): string;
  address: string;
  ended: Promise<{ code: number | null; output: string }>;
};
const started: PortalProcess[] = [];
const firstPassword = 'Harvest-kite-1';

/** Runs until it is ready or has ended. */
export async function start(
  command: string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<PortalProcess> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: tmpdir(),
      PORT: '0',
      ADMIN_PASSWORD: firstPassword,
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

export async function stop(portal: PortalProcess, signal: NodeJS.Signals = 'SIGTERM') {
  portal.process.kill(signal);
  return portal.ended;
}

export async function api(
  portal: PortalProcess,
  path: string,
  options: { token?: string; body?: object } = {},
) {
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

export async function logIn(portal: PortalProcess, password = firstPassword): Promise<string> {
  const body = { email: 'admin@example.com', password };
  return (await api(portal, '/api/login', { body })).token;
}

/** With the database of an earlier start, still empty: making one takes seconds. */
export const usedData = async () => ({ DATA_DIR: await usedFolder() });

/** For afterAll: ends what has been started, and takes its folders away. */
export async function leaveNothing(): Promise<void> {
  for (const portal of started.splice(0)) {
    if (portal.process.exitCode === null) await stop(portal);
  }
  await cleanUp();
}

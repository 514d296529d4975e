import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isRoot, unprivilegedAccount } from '#server/db/embedded/account.ts';
import { freePort } from '#server/db/embedded/launch.ts';

/** Where the real PgBouncer is; undefined where there is none, and what needs it is left out. */
export const pgbouncer = [process.env.PATH ?? '', '/usr/sbin']
  .join(delimiter)
  .split(delimiter)
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path));

export type Pooler = {
  pid: number;
  /** The same database, role and password, by way of the pooler. */
  urlOf(directUrl: string): string;
  stop(): Promise<void>;
};

/**
 * As Debian delivers it, in transaction mode, on a few connections, so that two statements of one
 * caller seldom meet on the same.
 */
export async function startPgBouncer(serverUrl: string, connections = 3): Promise<Pooler> {
  const server = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'portal-pgbouncer-'));
  const port = await freePort();
  const login = `user=${server.username} password=${server.password}`;
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'));
  // It refuses to be root, and whoever it is then has to read this.
  await chmod(folder, 0o755);
  const child = spawn(pgbouncer ?? '', [join(folder, 'pgbouncer.ini')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot() && (await unprivilegedAccount())),
  });
  await untilUp(child);
  return {
    pid: child.pid ?? 0,
    urlOf: (directUrl) => Object.assign(new URL(directUrl), { port: String(port) }).href,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function untilUp(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
      if (/process up/.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(`PgBouncer did not start: ${said}`)));
  });
}

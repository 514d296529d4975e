import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, openCluster } from '#server/db/embedded/cluster.ts';
import { freePort, launch } from '#server/db/embedded/launch.ts';
import { readPidFile, stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { run } from '#server/db/embedded/run.ts';
import { freshFolder, log, query, settings } from '#server/db/embedded/testing.ts';

export type Replica = {
  url: string;
  /** It goes on receiving what changes, and shows none of it. */
  fallBehind(): Promise<void>;
  catchUp(): Promise<unknown>;
  /** It neither answers nor refuses anything. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  stop(): Promise<void>;
  /** After a stop. */
  start(): Promise<void>;
};

type Primary = { dataDir: string; url: string; superuserUrl: string };

/** Follows the log of a running server. A copy of its files is enough: no tool is needed for it. */
export async function startReplica(primary: Primary): Promise<Replica> {
  const cluster = await copyOf(primary);
  const { hostname, port: from, username, password } = new URL(primary.superuserUrl);
  const conninfo = `host=${hostname} port=${from} user=${username} password=${password}`;
  const port = await freePort();
  const host = { cluster, settings: { ...settings, primary_conninfo: conninfo }, log };
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  const tell = (words: string) => query(at(primary.superuserUrl), `select ${words}`);
  const start = async () => {
    // A replica never says that it is ready in the words of a server that is none.
    await launch(host, port, Date.now() + 500);
    await until(async () => (await tell('1')).length === 1);
  };
  await start();
  return {
    url: at(primary.url),
    fallBehind: async () => {
      await tell('pg_wal_replay_pause()');
      await until(async () => {
        const [row] = await tell('pg_get_wal_replay_pause_state() as state');
        return row?.state === 'paused';
      });
    },
    catchUp: () => tell('pg_wal_replay_resume()'),
    freeze: () => signalAll(cluster, 'SIGSTOP'),
    thaw: () => signalAll(cluster, 'SIGCONT'),
    stop: async () => {
      const file = await readPidFile(cluster);
      if (file) await stopPostmaster(cluster, file.pid);
    },
    start,
  };
}

/** The server, and the processes that it has for its connections. */
async function signalAll(cluster: Cluster, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const file = await readPidFile(cluster);
  if (!file) throw new Error('The replica does not run');
  const { output } = await run('ps', ['-A', '-o', 'pid=,ppid='], {});
  const processes = output
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = processes.filter(([, parent]) => parent === file.pid);
  process.kill(file.pid, signal);
  for (const [child = 0] of children) signalUnlessGone(child, signal);
}

/** A connection may end between the list and the signal. */
function signalUnlessGone(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Between the beginning and the end of a backup the files may be copied while they are written. */
async function copyOf({ dataDir, superuserUrl }: Primary): Promise<Cluster> {
  const folder = await freshFolder();
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    await run('cp', ['-a', `${dataDir}/.`, folder], {});
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    const data = join(folder, 'postgres', 'cluster');
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, name));
    const { uid, gid } = await stat(data);
    for (const [name, text] of [
      ['backup_label', rows[0].labelfile],
      ['standby.signal', ''],
    ]) {
      await writeFile(join(data, name), text);
      await chown(join(data, name), uid, gid);
    }
  } finally {
    await client.end();
  }
  return openCluster(folder, settings);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('The replica does not do what it was told');
  }
}

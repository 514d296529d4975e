import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { bundleWorker } from './bundled-worker.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server with a migrated database `portal`, which each test file copies, as the portal's role. */
    postgresUrl: string;
    /** The same as the superuser, who makes the copies. */
    superuserUrl: string;
    /** Where the server is reached through a file, beside its port: a statement costs a tenth less. */
    socketFolder: string;
    /** Where the first that needs one leaves the folder of a portal that has run. */
    usedFolder: string;
  }
}

/** Nor need it be looked after: tests of plans ask for statistics themselves. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  // The password is as long as a key: to make guesses slow, thousands of times over, only makes each
  // of the tests' connections slow.
  scram_iterations: '1',
};

/** One real PostgreSQL for the whole run. Nothing in it has to survive, so it need not wait for the disk. */
export default async function setup(project: TestProject) {
  await bundleWorker();
  const folder = () => mkdtemp(join(tmpdir(), 'portal-tests-'));
  const [dataDir, socketFolder, usedFolder] = [await folder(), await folder(), await folder()];
  // The server runs as another account where the tests run as root.
  await chmod(socketFolder, 0o777);
  const embedded = await startEmbedded({
    dataDir,
    log: pino({ level: 'warn' }),
    settings: { ...settings, unix_socket_directories: socketFolder },
  });
  const db = openDatabase(embedded.url, { poolSize: 1 });
  await migrate(db, await readMigrations());
  await db.close();
  project.provide('postgresUrl', embedded.url);
  project.provide('superuserUrl', embedded.superuserUrl);
  project.provide('socketFolder', socketFolder);
  project.provide('usedFolder', usedFolder);
  return async () => {
    await embedded.stop();
    for (const made of [dataDir, socketFolder, usedFolder]) {
      await rm(made, { recursive: true, force: true });
    }
  };
}

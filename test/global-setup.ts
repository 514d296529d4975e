import { mkdtemp, rm } from 'node:fs/promises';
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
  }
}

/** Where the project that came first has started the server of this run. */
const startedAt = 'PORTAL_TESTS_DATABASE';

/** One real PostgreSQL for the whole run. Nothing in it has to survive, so it need not wait for the disk. */
export default async function setup(project: TestProject) {
  const running = process.env[startedAt];
  if (running) return provide(project, JSON.parse(running));
  await bundleWorker();
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-tests-'));
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const embedded = await startEmbedded({ dataDir, log: pino({ level: 'warn' }), settings });
  const db = openDatabase(embedded.url, { poolSize: 1 });
  await migrate(db, await readMigrations());
  await db.close();
  provide(project, embedded);
  process.env[startedAt] = JSON.stringify(embedded);
  return async () => {
    delete process.env[startedAt];
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

function provide(project: TestProject, server: { url: string; superuserUrl: string }): void {
  project.provide('postgresUrl', server.url);
  project.provide('superuserUrl', server.superuserUrl);
}

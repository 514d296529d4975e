import { readdir, readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { OperatorError } from '#server/lib/operator-error.ts';
import type { Database, Db, Transaction } from './database.ts';
import {
  appliedVersions,
  lockMigrations,
  newestVersion,
  recordMigration,
} from './migrate.queries.ts';

const folder = new URL('./migrations/', import.meta.url);

export type Migration = { version: number; name: string; text: string };

/** The files 0001_….sql, 0002_….sql, …, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => ({
      version: Number(file.slice(0, 4)),
      name: file,
      text: await readFile(new URL(file, folder), 'utf8'),
    })),
  );
}

/**
 * Applies what is missing. All of it is one transaction under one lock: processes that start
 * together wait for the first, and a start that is cut off leaves nothing half done.
 */
export async function migrate(
  db: Database,
  migrations: Migration[],
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  await db.transaction((tx) => applyMissing(tx, migrations, log));
}

export async function applyMissing(
  tx: Transaction,
  migrations: Migration[],
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  await lockMigrations(tx);
  const applied = await appliedVersions(tx);
  refuseNewer(applied, migrations);
  for (const migration of migrations) {
    if (!applied.includes(migration.version)) await apply(tx, migration, log);
  }
}

function refuseNewer(applied: number[], migrations: Migration[]): void {
  const newestKnown = Math.max(0, ...migrations.map((migration) => migration.version));
  const newestApplied = Math.max(0, ...applied);
  if (newestApplied > newestKnown) {
    throw new OperatorError(
      `The database is at schema version ${newestApplied}, but this portal knows only up to ${newestKnown}. Start the newer portal, or restore an older database.`,
    );
  }
}

async function apply(tx: Transaction, migration: Migration, log?: Pick<Logger, 'info'>) {
  try {
    await tx.client.query(migration.text);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new OperatorError(`The migration ${migration.name} failed: ${why}`, { cause });
  }
  await recordMigration(tx, migration.version, migration.name);
  log?.info(`Database: applied ${migration.name}`);
}

/** For a command that migrates nothing, since a portal of another version may be at work. */
export async function requireNewestSchema(db: Db, migrations: Migration[]): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  const [row] = await db.queryOnce<{ version: number }>(newestVersion);
  if (row?.version === newest) return;
  throw new OperatorError(
    `The database is at schema version ${row?.version ?? 0}, and this command is for ${newest}: start the portal of this version first.`,
  );
}

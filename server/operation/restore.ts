import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Database, Transaction } from '#server/db/database.ts';
import { applyMissing, type Migration } from '#server/db/migrate.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import {
  countOtherPortals,
  dropEverything,
  emptyTables,
  findSchemaVersion,
  findTables,
  hasRows,
  rowsIn,
  suspendRules,
  waitWithoutLimit,
} from './backup.queries.ts';
import type { RowCounts } from './backup.ts';
import {
  type BackupHead,
  type BackupReader,
  backupEnd,
  backupHead,
  backupReader,
  backupTable,
  DamagedBackup,
} from './backup-format.ts';

type Plan = {
  path: string;
  migrations: Migration[];
  overwrite: boolean;
  tell?: (line: string) => void;
};

/** The database becomes what it was when the backup was made, or stays as it is. */
export async function restore(db: Database, plan: Plan): Promise<RowCounts> {
  const { unpacked, read } = unpack(plan.path);
  try {
    return await db.transaction((tx) => refill(tx, backupReader(unpacked), plan));
  } catch (error) {
    throw readable(error, plan.path);
  } finally {
    unpacked.destroy();
    await read;
  }
}

/** What a file holds, and what is wrong with it, for whoever reads it. */
export function unpack(path: string) {
  const unpacked = createGunzip();
  // It may be taken for read before its last bytes are unpacked: an error that nobody hears then ends the process.
  unpacked.on('error', () => {});
  const read = pipeline(createReadStream(path), unpacked).catch((error) => unpacked.destroy(error));
  return { unpacked, read };
}

function readable(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  // Rows that do not fit their table, or refer to none, cannot have been written by a backup.
  if (error instanceof DamagedBackup || /^Z_|^2[23]\w{3}$|^42703$/.test(code)) {
    return new OperatorError(
      `${path} is no backup of the portal, or is damaged: nothing was changed.`,
    );
  }
  if ('syscall' in error && ['ENOENT', 'EACCES', 'EISDIR'].includes(code)) {
    return new OperatorError(`${path} cannot be read: ${error.message}`);
  }
  return error;
}

async function refill(tx: Transaction, backup: BackupReader, plan: Plan): Promise<RowCounts> {
  const head = await backup.line(backupHead);
  refuseNewer(head, plan.migrations);
  await waitWithoutLimit(tx);
  await makeRoom(tx, plan);
  await applyMissing(
    tx,
    plan.migrations.filter(({ version }) => version <= head.schema_version),
  );
  const tables = await findTables(tx);
  const resumeRules = await suspendRules(tx);
  await emptyTables(tx, tables);
  const rows: RowCounts = {};
  for (let left = tables.length; left > 0; left--) {
    const { table: name, columns } = await backup.line(backupTable);
    if (name in rows || !tables.some((table) => table.name === name)) throw new DamagedBackup();
    const target = rowsIn(tx, { name, columns });
    await pipeline(backup.rows(), target);
    rows[name] = target.rowCount;
    plan.tell?.(`${name}: ${target.rowCount.toLocaleString('en')} rows`);
  }
  const { rows: expected } = await backup.line(backupEnd);
  await backup.end();
  const isUncounted = (name: string) => !head.counts_all && expected[name] === 0;
  if (tables.some(({ name }) => rows[name] !== expected[name] && !isUncounted(name))) {
    throw new DamagedBackup();
  }
  await resumeRules();
  return rows;
}

function refuseNewer(head: BackupHead, migrations: Migration[]): void {
  const newest = Math.max(...migrations.map(({ version }) => version));
  if (head.schema_version <= newest) return;
  throw new OperatorError(
    `The backup is of schema version ${head.schema_version}, but this portal knows only up to ${newest}: restore it with a newer portal.`,
  );
}

async function makeRoom(tx: Transaction, { overwrite }: Plan): Promise<void> {
  if ((await countOtherPortals(tx)) > 0) {
    throw new OperatorError('A portal is using this database: stop it before you restore.');
  }
  if ((await findSchemaVersion(tx)) === undefined) return;
  for (const table of await findTables(tx)) {
    if (overwrite || !(await hasRows(tx, table))) continue;
    throw new OperatorError(
      'The database holds data already. Restore into an empty one, or say --overwrite to replace all that it holds.',
    );
  }
  await dropEverything(tx);
}

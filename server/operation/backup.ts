import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database, Transaction } from '#server/db/database.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import { findSchemaVersion, findTables, readOneMoment, rowsOut } from './backup.queries.ts';
import { endOfRows, lineOf } from './backup-format.ts';

export type RowCounts = Record<string, number>;
type Tell = (line: string) => void | Promise<void>;

/** All tables as they were at one moment, in one file that is whole or not there. */
export async function backUp(
  db: Database,
  path: string,
  tell: Tell = () => {},
): Promise<RowCounts> {
  await refuseExisting(path);
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    // Passwords are in it as hashes, customers as they are: for nobody else to read.
    const file = await open(unfinished, 'wx', 0o600);
    try {
      const counts = await db.transaction((tx) => writeTables(tx, file, tell));
      await file.sync();
      await rename(unfinished, path);
      return counts;
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(unfinished, { force: true });
    throw readable(error, path);
  }
}

async function refuseExisting(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found) throw new OperatorError(`${path} exists already: name a file that does not.`);
}

function readable(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || error instanceof OperatorError) {
    return error;
  }
  return new OperatorError(`${path} cannot be written: ${error.message}`);
}

async function writeTables(tx: Transaction, file: FileHandle, tell: Tell): Promise<RowCounts> {
  await readOneMoment(tx);
  const rows: RowCounts = {};
  await pipeline(contentOf(tx, rows, tell), createGzip(), writeTo(file));
  return rows;
}

async function* contentOf(tx: Transaction, rows: RowCounts, tell: Tell) {
  const schema_version = await findSchemaVersion(tx);
  if (!schema_version) throw new OperatorError('There is no portal in this database yet.');
  const taken_at = new Date().toISOString();
  yield lineOf({ partner_portal_backup: 1, taken_at, schema_version, counts_all: true });
  for (const { name, columns } of await findTables(tx)) {
    yield lineOf({ table: name, columns });
    const count = yield* rowsOut(tx, { name, columns });
    yield endOfRows;
    rows[name] = count;
    await tell(`${name}: ${count.toLocaleString('en')} rows`);
  }
  yield lineOf({ rows });
}

function writeTo(file: FileHandle): Writable {
  return new Writable({
    write(chunk: Buffer, _, done) {
      file.writeFile(chunk).then(() => done(), done);
    },
  });
}

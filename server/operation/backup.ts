import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { claim } from '#server/db/claims.queries.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import {
  findDatabaseMark,
  findSchemaVersion,
  findTables,
  readOneMoment,
  rowsOut,
} from './backup.queries.ts';
import { endOfRows, lineOf } from './backup-format.ts';

export type RowCounts = Record<string, number>;
type Tell = (line: string) => void | Promise<void>;

/** Throws where there is no room for a backup; asked before it begins, and again while it is written. */
type RefuseWithoutRoom = () => Promise<void>;
const bytesBetweenLooks = 16 * 1024 * 1024;

/** All tables as they were at one moment, in one file that is whole or not there. */
export async function backUp(
  db: Database,
  path: string,
  tell: Tell = () => {},
  refuseWithoutRoom: RefuseWithoutRoom = async () => {},
): Promise<RowCounts> {
  await refuseExisting(path);
  await removeUnfinished(db, dirname(path));
  let failure: unknown;
  try {
    await refuseWithoutRoom();
    return await db.transaction(async (tx) => {
      await readOneMoment(tx);
      return await writeWhole(path, await claimMark(tx), async (file) => {
        const rows: RowCounts = {};
        const written = writeTo(file, refuseWithoutRoom);
        await pipeline(contentOf(tx, rows, tell), createGzip(), written);
        return rows;
      }).catch((error) => {
        failure = error;
        throw error;
      });
    });
  } catch (error) {
    // Rows that are broken off take the connection along: that it is lost says nothing.
    throw readable(failure ?? error, path);
  }
}

async function writeWhole<T>(
  path: string,
  mark: string,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const unfinished = `${path}.${mark}.unfinished`;
  try {
    // Passwords are in it as hashes, customers as they are: for nobody else to read.
    const file = await open(unfinished, 'wx', 0o600);
    try {
      const written = await write(file);
      await file.sync();
      await rename(unfinished, path);
      return written;
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

const markedName = /\.([0-9a-f]{8}-[0-9a-f]{8})\.unfinished$/;
const claimOf = (mark: string) => `backup ${mark}`;

/**
 * Names the unfinished file by its database, and claims the name there until the transaction ends:
 * nothing else tells, across hosts and containers, whether the process that writes it is gone.
 */
async function claimMark(tx: Transaction): Promise<string> {
  const database = await findDatabaseMark(tx);
  if (!database) throw new OperatorError('There is no portal in this database yet.');
  const mark = `${database}-${randomBytes(4).toString('hex')}`;
  await claim(tx, claimOf(mark));
  return mark;
}

/** Removes what backups of this database that were killed have left in a folder. */
export async function removeUnfinished(db: Database, folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => markedName.test(name));
  if (names.length === 0) return;
  await db.transaction(async (tx) => {
    const database = await findDatabaseMark(tx);
    for (const name of names) {
      const [, mark = ''] = markedName.exec(name) ?? [];
      const isOurs = database !== undefined && mark.startsWith(`${database}-`);
      if (!isOurs || !(await claim(tx, claimOf(mark)))) continue;
      await rm(join(folder, name), { force: true }).catch(() => undefined);
    }
  });
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

function writeTo(file: FileHandle, refuseWithoutRoom: RefuseWithoutRoom): Writable {
  let bytes = 0;
  return new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length;
      const isLooked = bytes < bytesBetweenLooks;
      if (!isLooked) bytes = 0;
      const room = isLooked ? Promise.resolve() : refuseWithoutRoom();
      room.then(() => file.writeFile(chunk)).then(() => done(), done);
    },
  });
}

import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { diskText } from '#contract/disk-text.ts';
import { exportText } from '#contract/export-text.ts';
import { maxExportBytes } from '#contract/limits.ts';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { createByteBudget, type TakeBytes } from '#server/lib/byte-budget.ts';
import { type DiskSpace, refuseWhileLow } from '#server/lib/disk-space.ts';
import { withTemporaryFolder } from '#server/lib/temporary-folder.ts';
import { createTurns } from '#server/lib/turns.ts';
import { anotherExport } from './export.ts';

const headers = { 'retry-after': 10 };
const busy = () => new AppError('unavailable', errorText.busy, { headers });

/** From the first row to the last byte that is sent: readers who are slow hold files, and nothing else. */
const ofCaller = createTurns({
  shared: 'files of exports of one',
  atWorkOfOneKey: 2,
  // One that was just sent is deleted before its place is free.
  waitingOfOneKey: 1,
  patience: 1_000,
  refusal: anotherExport,
});
const ofAll = createTurns({
  shared: 'files of exports',
  atWork: 100,
  waiting: 0,
  refusal: busy,
});
const withBytes = createByteBudget(
  { ofOneUser: maxExportBytes, ofAllUsers: 10 * maxExportBytes },
  { ofOneUser: anotherExport, ofAllUsers: busy },
);

/**
 * Has an export written to a file, which is sent once it is whole and deleted in any case. Only the
 * writing needs the database: whoever reads slowly keeps none of its connections.
 */
export function withExportFile(
  callerId: string,
  {
    disk,
    signal,
    mostBytes = maxExportBytes,
  }: { disk?: DiskSpace; signal: AbortSignal; mostBytes?: number },
  write: (open: () => Writable) => Promise<void>,
  send: (path: string) => Promise<void>,
): Promise<void> {
  const prepareAndSend = () =>
    withTemporaryFolder('export', (folder) =>
      withBytes(callerId, async (take) => {
        const path = join(folder, 'file');
        let written: Promise<void> | undefined;
        await write(() => {
          const file = boundedFile(path, growth({ take, disk, mostBytes }));
          written = finished(file);
          // The error reaches the writer or the await below.
          written.catch(() => undefined);
          return file;
        });
        await written;
        signal.throwIfAborted();
        await send(path);
      }),
    );
  return ofCaller(callerId, () => ofAll(callerId, prepareAndSend, signal), signal);
}

const bytesBetweenLooks = 16 * 1024 * 1024;

/** Throws where a file may not grow by so much. */
function growth({
  take,
  disk,
  mostBytes,
}: {
  take: TakeBytes;
  disk: DiskSpace;
  mostBytes: number;
}) {
  let size = 0;
  let looked = 0;
  return async (bytes: number): Promise<void> => {
    size += bytes;
    if (size > mostBytes) throw new AppError('too_large', exportText.tooLarge);
    const refusal = take(bytes);
    if (refusal) throw refusal;
    if (size - looked < bytesBetweenLooks) return;
    looked = size;
    await refuseWhileLow(disk, diskText.export);
  };
}

function boundedFile(path: string, grow: (bytes: number) => Promise<void>): Writable {
  let file: FileHandle | undefined;
  const write = async (chunk: Buffer) => {
    await grow(chunk.length);
    await file?.writeFile(chunk).catch((error) => Promise.reject(asRefusal(error)));
  };
  return new Writable({
    construct: (done) => {
      open(path, 'wx', 0o600).then((opened) => {
        file = opened;
        done();
      }, done);
    },
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk).then(() => done(), done);
    },
    destroy: (error, done) => {
      (file?.close() ?? Promise.resolve()).then(() => done(error), done);
    },
  });
}

function asRefusal(error: NodeJS.ErrnoException): Error {
  if (error.code !== 'ENOSPC') return error;
  return new AppError('unavailable', exportText.noRoom, { headers, cause: error });
}

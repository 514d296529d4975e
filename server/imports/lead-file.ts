import { rm } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { importText } from '#contract/import-text.ts';
import { maxUploadRows } from '#contract/limits.ts';
import type { ReadRequest, ReadResult } from './read-lead-file.ts';
import { endWorker, runWorker } from './reader-threads.ts';
import { readValidRows, type ValidRow } from './valid-rows.ts';

type Checked = Omit<Extract<ReadResult, { outcome: 'checked' }>, 'batches'>;
/** With the reason why the reader died, for the log, where the file was not simply refused. */
type Refused = { outcome: 'refused'; message: string; cause?: Error };
export type CheckedLeadFile =
  | (Checked & {
      /** The valid rows in file order, in batches; as often as wanted until `discard`. */
      leads(): AsyncIterable<ValidRow[]>;
      /** For a `finally`: removes the rows. Does no harm when called twice. */
      discard(): Promise<void>;
    })
  | Refused;

type WorkerLimits = { memoryMegabytes: number; seconds: number };
/** CSV and XLSX need a fraction of it; a large XLS is in memory as a whole. */
const workerLimits: WorkerLimits = { memoryMegabytes: 1024, seconds: 60 };

/** Called now and then with how much of the file has been read, from 0 to 1. */
type OnProgress = (part: number) => void;
type WorkerMessage = { loaded: true } | { progress: number } | { result: ReadResult };

type LeadFileOptions = Omit<ReadRequest, 'path' | 'output' | 'maxRows'> & {
  maxRows?: number;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
  limits?: WorkerLimits;
};

/** Reads an uploaded file off the main thread. Nothing is left behind but the file itself. */
export async function checkLeadFile(
  path: string,
  {
    maxRows = maxUploadRows,
    limits = workerLimits,
    signal,
    onProgress,
    ...request
  }: LeadFileOptions = {},
): Promise<CheckedLeadFile> {
  const output = `${path}.leads`;
  const discard = () => rm(output, { force: true });
  let result: ReadResult | undefined;
  try {
    const whole = { ...request, path, output, maxRows };
    result = await readInWorker(whole, limits, { signal, onProgress });
  } finally {
    if (result?.outcome !== 'checked') await discard();
  }
  if (result.outcome !== 'checked') return result;
  const { batches, ...checked } = result;
  return { ...checked, leads: () => readValidRows(output, batches), discard };
}

async function readInWorker(
  request: ReadRequest,
  limits: WorkerLimits,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined },
): Promise<ReadResult | Refused> {
  signal?.throwIfAborted();
  const worker = runWorker({
    workerData: request,
    resourceLimits: {
      maxOldGenerationSizeMb: limits.memoryMegabytes,
      // Rows come and go: with more room they would only pile up before they are swept away.
      maxYoungGenerationSizeMb: 6,
    },
    stdout: true,
    stderr: true,
  });
  // SheetJS prints what it makes of odd formulas; a file must not be able to write to the log.
  worker.stdout.resume();
  worker.stderr.resume();
  const timeLimit = AbortSignal.timeout(limits.seconds * 1000);
  let isWanted = true;
  worker.on('message', (message: WorkerMessage) => {
    if ('progress' in message) onProgress?.(message.progress);
    if ('loaded' in message && isWanted) worker.postMessage('begin');
  });
  try {
    return await resultOf(worker, timeLimit, signal);
  } finally {
    isWanted = false;
    await endWorker(worker);
  }
}

function resultOf(
  worker: Worker,
  timeLimit: AbortSignal,
  signal?: AbortSignal,
): Promise<ReadResult | Refused> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string, cause: Error) =>
      resolve({ outcome: 'refused', message, cause });
    const abort = () => reject(signal?.reason);
    worker.on(
      'message',
      (message: WorkerMessage) => 'result' in message && resolve(message.result),
    );
    worker.once('error', (error: NodeJS.ErrnoException) => {
      // A full disk or a missing file is no fault of what was uploaded.
      if (error.syscall) reject(error);
      else refuse(importText.unreadable, error);
    });
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', abort);
      refuse(importText.unreadable, new Error(`The reader of lead files ended with ${code}`));
    });
    timeLimit.addEventListener('abort', () => refuse(importText.tooSlow, timeLimit.reason));
    signal?.addEventListener('abort', abort, { once: true });
  });
}

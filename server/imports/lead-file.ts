import { open, rm } from 'node:fs/promises';
import { maxUploadRows } from '#contract/limits.ts';
import { withReaderSlot } from './limiters.ts';
import {
  type OnProgress,
  readInWorker,
  type WorkerLimits,
  workerLimits,
} from './read-in-worker.ts';
import type { ReadRequest, ReadResult } from './read-lead-file.ts';
import type { ValidRow } from './valid-rows.ts';

type Checked = Omit<Extract<ReadResult, { outcome: 'checked' }>, 'batches'>;
export type CheckedLeadFile =
  | (Checked & {
      /** The valid rows in file order, in batches; as often as wanted until `discard`. */
      leads(): AsyncIterable<ValidRow[]>;
      /** For a `finally`: removes the rows. Does no harm when called twice. */
      discard(): Promise<void>;
    })
  | {
      outcome: 'refused';
      message: string;
      /** Why the reader died, for the log; absent where the file was simply refused. */
      cause?: Error;
    };

export type LeadFileOptions = Omit<ReadRequest, 'path' | 'output' | 'maxRows'> & {
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
    result = await withReaderSlot(
      () => readInWorker({ ...request, path, output, maxRows }, limits, { signal, onProgress }),
      signal,
    );
  } finally {
    if (result?.outcome !== 'checked') await discard();
  }
  if (result.outcome !== 'checked') return result;
  const { batches, ...checked } = result;
  return { ...checked, leads: () => readBatches(output, batches), discard };
}

async function* readBatches(path: string, batches: readonly number[]): AsyncGenerator<ValidRow[]> {
  if (batches.length === 0) return;
  const file = await open(path);
  try {
    let at = 0;
    for (const length of batches) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead !== length) throw new Error(`${path} is shorter than it was written`);
      yield JSON.parse(buffer.toString()) as ValidRow[];
      at += length;
    }
  } finally {
    await file.close();
  }
}

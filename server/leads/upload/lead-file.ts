import { open, rm } from 'node:fs/promises';
import type { RowProblem, UploadLead } from '#contract/leads.ts';
import { maxUploadRows } from '#contract/limits.ts';
import { createTurns } from '#server/turns.ts';
import { readInWorker, type WorkerLimits, workerLimits } from './read-in-worker.ts';
import type { ReadResult } from './read-lead-file.ts';

export type CheckedLeadFile =
  | {
      outcome: 'leads';
      count: number;
      /** In file order, in batches; once only, as the leads are gone when it ends or is left. */
      leads(): AsyncIterable<UploadLead[]>;
      /** For a `finally`: removes leads that were never asked for. Does no harm when called twice. */
      discard(): Promise<void>;
    }
  | {
      outcome: 'problems';
      /** In row order, at most `maxReportedProblems`. */
      problems: RowProblem[];
      problemCount: number;
    }
  | {
      outcome: 'refused';
      message: string;
      /** Why the reader died, for the log; absent where the file was simply refused. */
      cause?: Error;
    };

export type LeadFileOptions = {
  maxRows?: number;
  signal?: AbortSignal;
  limits?: WorkerLimits;
};

/** A large workbook takes hundreds of megabytes while it is read. */
const inTurn = createTurns(2);

/** Reads an uploaded file off the main thread. Nothing is left behind but the file itself. */
export async function checkLeadFile(
  path: string,
  { maxRows = maxUploadRows, signal, limits = workerLimits }: LeadFileOptions = {},
): Promise<CheckedLeadFile> {
  const output = `${path}.leads`;
  const discard = () => rm(output, { force: true });
  let result: ReadResult | undefined;
  try {
    result = await inTurn(() => readInWorker({ path, output, maxRows }, limits, signal), signal);
  } finally {
    if (result?.outcome !== 'leads') await discard();
  }
  if (result.outcome !== 'leads') return result;
  const { count, batches } = result;
  return { outcome: 'leads', count, leads: () => readBatches(output, batches), discard };
}

async function* readBatches(
  path: string,
  batches: readonly number[],
): AsyncGenerator<UploadLead[]> {
  const file = await open(path);
  try {
    let at = 0;
    for (const length of batches) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead !== length) throw new Error(`${path} is shorter than it was written`);
      yield JSON.parse(buffer.toString()) as UploadLead[];
      at += length;
    }
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

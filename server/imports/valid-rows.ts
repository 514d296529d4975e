import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { UploadLead } from '#contract/imports.ts';
import type { ExportedRow } from './exported-rows.ts';

/** A row that keeps the rules, and whether it repeats an earlier one of its file. */
export type ValidRow = { row: number; repeats: boolean; lead: UploadLead } & ExportedRow;

/** Few enough to be worked on between two other requests without anybody noticing. */
const batchSize = 250;

/** Bytes that one unit of a JavaScript string can take. */
const longestUtf8 = 3;

/**
 * Keeps valid rows in a file, a JSON array for every batch. The lengths of the batches separate
 * them when they are read: a line separator inside a text cannot.
 */
export function createRowStore(path: string) {
  let file: number | undefined;
  let batch: ValidRow[] = [];
  let count = 0;
  let bytes = Buffer.alloc(0);
  const lengths: number[] = [];
  const flush = () => {
    if (batch.length === 0) return;
    file ??= openSync(path, 'w', 0o600);
    const text = JSON.stringify(batch);
    const most = text.length * longestUtf8;
    if (bytes.length < most) bytes = Buffer.alloc(most);
    const length = bytes.write(text);
    for (let at = 0; at < length; ) at += writeSync(file, bytes, at, length - at);
    lengths.push(length);
    batch = [];
  };
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    add(valid: ValidRow) {
      count++;
      if (batch.push(valid) === batchSize) flush();
    },
    finish(): { count: number; batches: number[] } {
      flush();
      close();
      return { count, batches: lengths };
    },
    discard() {
      close();
      batch = [];
      rmSync(path, { force: true });
    },
  };
}
export type RowStore = ReturnType<typeof createRowStore>;

/** The rows of a store, given the lengths of its batches. */
export async function* readValidRows(
  path: string,
  batches: readonly number[],
): AsyncGenerator<ValidRow[]> {
  if (batches.length === 0) return;
  const file = await open(path);
  // One for all batches: as in lib/file-bytes.ts, new ones would pile up outside the heap.
  const buffer = Buffer.alloc(batches.reduce((longest, length) => Math.max(longest, length), 0));
  try {
    let at = 0;
    for (const length of batches) {
      const { bytesRead } = await file.read(buffer, 0, length, at);
      if (bytesRead !== length) throw new Error(`${path} is shorter than it was written`);
      yield JSON.parse(buffer.toString('utf8', 0, length)) as ValidRow[];
      at += length;
    }
  } finally {
    await file.close();
  }
}

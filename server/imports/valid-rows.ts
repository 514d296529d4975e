import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { UploadLead } from '#contract/imports.ts';
import type { ExportedRow } from './exported-rows.ts';

/** A row that keeps the rules, and whether it repeats an earlier one of its file. */
export type ValidRow = { row: number; repeats: boolean; lead: UploadLead } & ExportedRow;

/** Few and short enough to be worked on between two other requests without anybody noticing. */
const batchRows = 250;
const batchBytes = 256 * 1024;

/**
 * Keeps valid rows in a file, a JSON array for every batch. The lengths of the batches separate
 * them when they are read: a line separator inside a text cannot.
 */
export function createRowStore(path: string) {
  let file: number | undefined;
  let batch: string[] = [];
  let batchLength = 0;
  let count = 0;
  let bytes = Buffer.alloc(0);
  const lengths: number[] = [];
  const flush = () => {
    if (batch.length === 0) return;
    file ??= openSync(path, 'w', 0o600);
    // With a bracket before the first row, and a comma or a bracket after each.
    const length = batchLength + 1;
    if (bytes.length < length) bytes = Buffer.alloc(Math.max(length, batchBytes));
    bytes.write(`[${batch.join(',')}]`);
    for (let at = 0; at < length; ) at += writeSync(file, bytes, at, length - at);
    lengths.push(length);
    batch = [];
    batchLength = 0;
  };
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    add(valid: ValidRow) {
      const text = JSON.stringify(valid);
      const length = Buffer.byteLength(text) + 1;
      if (batch.length === batchRows || batchLength + length >= batchBytes) flush();
      batch.push(text);
      batchLength += length;
      count++;
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

import { open } from 'node:fs/promises';
import { type CheckedRows, checkRows } from './check-rows.ts';
import { openSink } from './lead-sink.ts';
import { Refusal } from './refusal.ts';
import { sampleBytes, sniff } from './sniff.ts';
import { readText } from './text.ts';
import { readWorkbook } from './workbook.ts';

export type ReadRequest = { path: string; output: string; maxRows: number };
export type ReadResult = CheckedRows | { outcome: 'refused'; message: string };

/** Reads and checks a whole file; the leads go to `output`, in batches of the given lengths. */
export async function readLeadFile({ path, output, maxRows }: ReadRequest): Promise<ReadResult> {
  const sink = openSink(output);
  let result: ReadResult | undefined;
  try {
    const sample = await readSample(path);
    const kind = sniff(sample);
    const source =
      kind === 'text' ? await readText(path, sample) : await readWorkbook(path, kind, maxRows);
    result = await checkRows(source, sink, maxRows);
    return result;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: 'refused', message: error.message };
  } finally {
    if (result?.outcome !== 'leads') sink.discard();
  }
}

async function readSample(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

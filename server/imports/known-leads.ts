import type { Duplicate } from '#contract/imports.ts';
import { maxReportedProblems } from '#contract/limits.ts';
import type { Db } from '#server/db/database.ts';
import { duplicateKeys } from '#server/leads/lead-row.ts';
import { findSameLeads } from '#server/leads/leads.ts';
import { sharedValue } from './repeats.ts';
import type { ReadFile, UploadedFile } from './uploaded-file.ts';
import type { ValidRow } from './valid-rows.ts';

/** Which rows the sender already has among their leads; another partner's are never searched. */
export async function findKnownLeads(
  { db, partnerId, signal }: Pick<UploadedFile, 'partnerId' | 'signal'> & { db: Db },
  file: ReadFile,
  onProgress: (part: number) => void = () => {},
): Promise<{ rows: Set<number>; first: Duplicate[] }> {
  const rows = new Set<number>();
  const first: Duplicate[] = [];
  let searched = 0;
  for await (const batch of file.leads()) {
    signal.throwIfAborted();
    searched += batch.length;
    onProgress(searched / file.validRows);
    const newInFile = batch.filter(({ repeats }) => !repeats);
    for (const { row, lead, by } of await findKnownInBatch(db, partnerId, newInFile)) {
      rows.add(row);
      if (first.length >= maxReportedProblems) continue;
      first.push({ row, of: 'leads', by, value: sharedValue(lead, by), same_as_row: null });
    }
  }
  return { rows, first };
}

async function findKnownInBatch(db: Db, partnerId: string, batch: ValidRow[]) {
  const keys = batch.map(({ lead }) => duplicateKeys(lead));
  const found = await findSameLeads(db, partnerId, keys);
  return found.flatMap(({ position, by }) => {
    const match = batch[position - 1];
    return match ? [{ row: match.row, lead: match.lead, by }] : [];
  });
}

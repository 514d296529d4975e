import type { Duplicate } from '#contract/imports.ts';
import { maxReportedProblems } from '#contract/limits.ts';
import type { Db } from '#server/db/database.ts';
import { duplicateKeys } from '#server/leads/lead-row.ts';
import { findOwners, findSameLeads } from '#server/leads/leads.ts';
import { whoseRecords } from '#server/lib/whose.ts';
import { sharedValue } from './repeats.ts';
import type { ReadFile, UploadedFile } from './uploaded-file.ts';
import type { ValidRow } from './valid-rows.ts';

type Search = Pick<UploadedFile, 'partnerId' | 'sentBy' | 'signal'> & { db: Db };

/** Rows that the sender may want to leave out; none is in both sets, nor a repeat within the file. */
export type SortedOut = {
  /** Leads that are there already, and the first of them to be told. */
  known: Set<number>;
  first: Duplicate[];
  /** They name another partner than the one whose leads they would become, and are nobody's yet. */
  others: Set<number>;
  /** How many rows name whom: the first of those who are named. */
  named: Map<string, number>;
};

/**
 * Which rows are leads already. By what they say they are looked for among the leads of whom they would
 * become, and nobody else's; the id of an export is looked for among all that its sender may read.
 */
export async function sortOutRows(
  search: Search,
  file: ReadFile,
  onProgress: (part: number) => void = () => {},
): Promise<SortedOut> {
  const sorted: SortedOut = { known: new Set(), first: [], others: new Set(), named: new Map() };
  let searched = 0;
  for await (const batch of file.leads()) {
    search.signal.throwIfAborted();
    searched += batch.length;
    onProgress(searched / file.validRows);
    const newInFile = batch.filter(({ repeats }) => !repeats);
    const known = await findKnownInBatch(search, newInFile);
    for (const valid of newInFile) {
      const same = known.get(valid.row);
      if (same) addKnown(sorted, valid, same);
      else if (valid.otherPartner !== undefined) addOther(sorted, valid.row, valid.otherPartner);
    }
  }
  return sorted;
}

type Same = Pick<Duplicate, 'of' | 'by'>;

function addKnown({ known, first }: SortedOut, { row, lead }: ValidRow, { of, by }: Same): void {
  known.add(row);
  if (first.length >= maxReportedProblems) return;
  first.push({ row, of, by, value: sharedValue(lead, by), same_as_row: null });
}

/** More nobody reads; a file may name as many as it has rows. */
const maxNamedPartners = 20;

function addOther({ others, named }: SortedOut, row: number, partner: string): void {
  others.add(row);
  const rows = named.get(partner);
  if (rows !== undefined || named.size < maxNamedPartners) named.set(partner, (rows ?? 0) + 1);
}

async function findKnownInBatch(
  { db, partnerId, sentBy }: Search,
  batch: ValidRow[],
): Promise<Map<number, Same>> {
  const found = await findSameLeads(
    db,
    partnerId,
    batch.map(({ lead }) => duplicateKeys(lead)),
  );
  const known = new Map<number, Same>();
  for (const { position, by } of found) {
    const match = batch[position - 1];
    if (match) known.set(match.row, { of: 'leads', by });
  }
  const ids = batch.flatMap(({ leadId }) => leadId ?? []);
  const owners = await findOwners(db, whoseRecords(sentBy), ids);
  for (const { row, leadId = '' } of batch) {
    const owner = owners.get(leadId);
    if (owner) known.set(row, { of: owner === partnerId ? 'leads' : 'others', by: 'id' });
  }
  return known;
}

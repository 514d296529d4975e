import type { Duplicate } from '#contract/imports.ts';
import { maxReportedProblems } from '#contract/limits.ts';
import type { Db } from '#server/db/database.ts';
import { duplicateKeys } from '#server/leads/lead-row.ts';
import { findOwners, findSameLeads } from '#server/leads/leads.ts';
import { foldText } from '#server/lib/text-keys.ts';
import { whoseRecords } from '#server/lib/whose.ts';
import { readOwnerName } from './imports.queries.ts';
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
  /** How many rows name whom. */
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
  const isOther = await otherPartnerTest(search, file);
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
      else if (isOther(valid)) addOther(sorted, valid);
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

function addOther({ others, named }: SortedOut, { row, partner = '' }: ValidRow): void {
  others.add(row);
  named.set(partner, (named.get(partner) ?? 0) + 1);
}

/** Only administrators add for others, and only their exports say whose each lead is. */
async function otherPartnerTest({ db, partnerId, sentBy }: Search, { columns }: ReadFile) {
  if (sentBy.role !== 'admin' || columns.exported?.partner === undefined) return () => false;
  const owner = foldText(await readOwnerName(db, partnerId));
  return ({ partner }: ValidRow) => partner !== undefined && foldText(partner) !== owner;
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

import { statusKeys } from '#contract/lead-status.ts';
import { leadText } from '#contract/lead-text.ts';
import type { LeadDetails } from '#contract/leads.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db, Transaction } from '#server/db/database.ts';
import { type Cause, recordEvents } from '#server/events/events.ts';
import { createBatches } from '#server/lib/batches.ts';
import { type Reader, type Whose, whoseRecords } from '#server/lib/whose.ts';
import { findDeletedLead } from './deleting.queries.ts';
import {
  type DuplicateKeys,
  type LeadInput,
  type LeadOrigin,
  type LeadRow,
  leadRow,
} from './lead-row.ts';
import {
  copyLeads as copyLeadRows,
  countLeads as countLeadRows,
  findLead,
  findOwners as findOwnerRows,
  findSameLeads as findSameLeadRows,
  insertLeads,
  type SameBy,
} from './leads.queries.ts';

/** With what lists leave out; an administrator also finds what can still be restored. */
export async function getLead(db: Db, reader: Reader, id: string): Promise<LeadDetails> {
  const whose = whoseRecords(reader);
  const lead =
    (await findLead(db, whose, id, reader.role)) ??
    (reader.role === 'admin' ? await findDeletedLead(db, whose, id) : undefined);
  if (!lead) throw new AppError('not_found', leadText.notFound);
  return lead;
}

export async function countLeads(db: Db, whose: Whose, statusGroup: string): Promise<number> {
  return countLeadRows(db, whose, statusKeys(statusGroup));
}

/** One lead; form and API come through `createLeadsTogether`, an import through copyLeads: same rows. */
export async function createLead(
  db: Db,
  partnerId: string,
  input: LeadInput,
  origin: LeadOrigin,
  now: Date,
): Promise<LeadDetails> {
  const [lead] = await insertLeads(db, [leadRow(input, partnerId, origin, now.toISOString())]);
  if (!lead) throw new Error('A lead was inserted but not returned');
  return lead;
}

/** More at once would keep the first of them, and who else changes the partner's leads, waiting. */
const mostTogether = 50;

/**
 * Adds what one partner sends at the same time by one statement: what the portal keeps beside leads is
 * then written once, and nobody waits for the row that counts the leads of this partner. Not those of
 * several partners: one whose counters are locked must not hold up the others.
 */
export function createLeadsTogether(db: Db) {
  const insert = createBatches<{ partnerId: string; row: LeadRow }, LeadDetails>({
    keyOf: ({ partnerId }) => partnerId,
    atWorkOfOneKey: 1,
    most: mostTogether,
    work: (leads) =>
      insertLeads(
        db,
        leads.map(({ row }) => row),
      ),
    mayTryAlone: isOfOneRow,
  });
  return (
    partnerId: string,
    input: LeadInput,
    origin: LeadOrigin,
    now: Date,
  ): Promise<LeadDetails> =>
    insert({ partnerId, row: leadRow(input, partnerId, origin, now.toISOString()) });
}

/** What one lead says cannot be stored; nothing has been, and the others can. */
function isOfOneRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22|23|54)/.test(String(error.code));
}

/** Who has added it is told on its timeline: the lead itself knows only whose it is. */
export async function createLeadFor(
  db: Database,
  partnerId: string,
  input: LeadInput,
  cause: Cause,
): Promise<LeadDetails> {
  return db.transaction(async (tx) => {
    const lead = await createLead(tx, partnerId, input, { source: 'form' }, cause.clock());
    await recordEvents(tx, cause, [{ lead, kind: 'submitted' }]);
    return lead;
  });
}

/** Many leads at once; the caller's transaction makes it all or nothing. */
export async function copyLeads(tx: Transaction, batches: AsyncIterable<LeadRow[]>): Promise<void> {
  await copyLeadRows(tx, batches);
}

/** Which of these, by their position from 1, this partner has already; nobody else's are looked at. */
export async function findSameLeads(
  db: Db,
  partnerId: string,
  keys: DuplicateKeys[],
): Promise<{ position: number; by: SameBy }[]> {
  return findSameLeadRows(db, partnerId, keys);
}

/** By the ids of leads that are there: whose each is. */
export async function findOwners(
  db: Db,
  whose: Whose,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  const owners = ids.length > 0 ? await findOwnerRows(db, whose, ids) : [];
  return new Map(owners.map(({ id, partner_id }) => [id, partner_id]));
}

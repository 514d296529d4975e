import { statusKeys } from '#contract/lead-status.ts';
import { type LeadDetails, leadText } from '#contract/leads.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db, Transaction } from '#server/db/database.ts';
import { type Cause, recordEvents } from '#server/events/events.ts';
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
  findSameLeads as findSameLeadRows,
  insertLead,
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

/** Form and API come through here; an import through copyLeads, with the same rows. */
export async function createLead(
  db: Db,
  partnerId: string,
  input: LeadInput,
  origin: LeadOrigin,
  now: Date,
): Promise<LeadDetails> {
  return insertLead(db, leadRow(input, partnerId, origin, now.toISOString()));
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

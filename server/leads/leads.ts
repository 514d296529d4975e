import { statusKey, statusKeys } from '#contract/lead-status.ts';
import { type Lead, type LeadDetails, leadText } from '#contract/leads.ts';
import { AppError } from '#server/app-error.ts';
import type { Db, Transaction } from '#server/db/database.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import type { Whose } from '#server/lib/whose.ts';
import {
  type DuplicateKeys,
  type LeadInput,
  type LeadOrigin,
  type LeadRow,
  leadRow,
} from './lead-row.ts';
import {
  changeStatus,
  copyLeads as copyLeadRows,
  countLeads as countLeadRows,
  deleteLead as deleteLeadRow,
  findLead,
  findLeads,
  findSameLeads as findSameLeadRows,
  insertLead,
  type SameBy,
} from './leads.queries.ts';

export async function listLeads(
  db: Db,
  whose: Whose,
  query: {
    limit: number;
    offset: number;
    search: string | null;
    status_filter?: string | undefined;
    import_id?: string | undefined;
  },
): Promise<{ leads: Lead[]; total: number }> {
  const { limit, offset, search } = query;
  const keys = statusKeys(query.status_filter ?? '');
  const statuses = keys.length > 0 ? keys : undefined;
  const filter = { limit, offset, search, statusKeys: statuses, importId: query.import_id };
  return findLeads(db, whose, filter);
}

/** With what lists leave out. */
export async function getLead(db: Db, whose: Whose, id: string): Promise<LeadDetails> {
  const lead = await findLead(db, whose, id);
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

/** An administrator's change; every one is kept in the lead's history. */
export async function changeLeadStatus(
  db: Db,
  whose: Whose,
  change: { leadId: string; status: string; changedBy: string | null },
  now: Date,
): Promise<LeadDetails> {
  const lead = await changeStatus(db, whose, {
    ...change,
    id: uuidv7(),
    statusKey: statusKey(change.status),
    changedVia: 'portal',
    now,
  });
  if (!lead) throw new AppError('not_found', leadText.notFound);
  return lead;
}

export async function deleteLead(db: Db, whose: Whose, id: string): Promise<void> {
  const deleted = await deleteLeadRow(db, whose, id);
  if (!deleted) throw new AppError('not_found', leadText.notFound);
}

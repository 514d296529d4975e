import { statusKey, statusKeys } from '#contract/lead-status.ts';
import { type Lead, leadNotFound } from '#contract/leads.ts';
import { AppError } from '#server/app-error.ts';
import type { Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/db/uuid.ts';
import type { Whose } from '#server/whose.ts';
import { type LeadInput, type LeadSource, leadRow } from './lead-row.ts';
import {
  changeStatus,
  countLeads as countLeadRows,
  deleteLead as deleteLeadRow,
  findLeads,
  insertLead,
} from './leads.queries.ts';

export async function listLeads(
  db: Db,
  whose: Whose,
  query: {
    limit: number;
    offset: number;
    search: string | null;
    status_filter?: string | undefined;
  },
): Promise<{ leads: Lead[]; total: number }> {
  const { limit, offset, search } = query;
  const keys = statusKeys(query.status_filter ?? '');
  const filter = { limit, offset, search, statusKeys: keys.length > 0 ? keys : undefined };
  return findLeads(db, whose, filter);
}

export async function countLeads(db: Db, whose: Whose, statusGroup: string): Promise<number> {
  return countLeadRows(db, whose, statusKeys(statusGroup));
}

/** Form and API come through here; an upload goes by uploads.ts, with the same rows. */
export async function createLead(
  db: Db,
  partnerId: string,
  input: LeadInput,
  source: LeadSource,
  now: Date,
): Promise<Lead> {
  return insertLead(db, leadRow(input, partnerId, source, now.toISOString()));
}

/** An administrator's change; every one is kept in the lead's history. */
export async function changeLeadStatus(
  db: Db,
  whose: Whose,
  change: { leadId: string; status: string; changedBy: string | null },
  now: Date,
): Promise<Lead> {
  const lead = await changeStatus(db, whose, {
    ...change,
    id: uuidv7(),
    statusKey: statusKey(change.status),
    changedVia: 'portal',
    now,
  });
  if (!lead) throw new AppError('not_found', leadNotFound);
  return lead;
}

export async function deleteLead(db: Db, whose: Whose, id: string): Promise<void> {
  const deleted = await deleteLeadRow(db, whose, id);
  if (!deleted) throw new AppError('not_found', leadNotFound);
}

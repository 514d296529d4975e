import { statusKey, statusKeys } from '#contract/lead-status.ts';
import { type Lead, leadNotFound, type RowProblem } from '#contract/leads.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/db/uuid.ts';
import type { Whose } from '#server/whose.ts';
import { type LeadInput, type LeadRow, type LeadSource, leadRow } from './lead-row.ts';
import {
  changeStatus,
  copyLeads,
  countLeads as countLeadRows,
  deleteLead as deleteLeadRow,
  findLeads,
  insertLead,
} from './leads.queries.ts';
import { checkLeadFile } from './upload/lead-file.ts';

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

/** Form and API come through here; an upload goes by `uploadLeads`, with the same rows. */
export async function createLead(
  db: Db,
  partnerId: string,
  input: LeadInput,
  source: LeadSource,
  now: Date,
): Promise<Lead> {
  return insertLead(db, leadRow(input, partnerId, source, now));
}

/** All rows of the file or, with a report of each bad row, none. */
export async function uploadLeads(
  db: Database,
  partnerId: string,
  path: string,
  options: { clock: () => Date; signal: AbortSignal; mayStore: () => Promise<void> },
): Promise<number> {
  const { clock, signal, mayStore } = options;
  const file = await checkLeadFile(path, { signal });
  if (file.outcome === 'refused')
    throw new AppError('invalid', file.message, { cause: file.cause });
  if (file.outcome === 'problems') {
    const { problems, problemCount } = file;
    throw new AppError('invalid', problemSentence(problems, problemCount), {
      details: { problems, problem_count: problemCount },
    });
  }
  const now = clock();
  async function* rows(batches: AsyncIterable<LeadInput[]>): AsyncGenerator<LeadRow[]> {
    for await (const batch of batches) {
      yield batch.map((input) => leadRow(input, partnerId, 'upload', now));
    }
  }
  try {
    // The file may have been long in coming and in reading: whoever sent it may be gone.
    await mayStore();
    await db.transaction((tx) => copyLeads(tx, rows(file.leads())));
  } finally {
    await file.discard();
  }
  return file.count;
}

function problemSentence([first]: RowProblem[], count: number): string {
  const place = first ? ` in row ${first.row}${first.column ? `, ${first.column}` : ''}` : '';
  const found =
    count === 1 ? `1 problem was found${place}` : `${count} problems were found, the first${place}`;
  return `No leads were stored. ${found}: ${first?.message ?? ''}`;
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

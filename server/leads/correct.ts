import { isDeepStrictEqual } from 'node:util';
import { groupOf, statusKey } from '#contract/lead-status.ts';
import { leadText } from '#contract/lead-text.ts';
import type { LeadChange, LeadDetails } from '#contract/leads.ts';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { shortTransaction } from '#server/db/short-transaction.ts';
import { type Cause, type Happened, recordEvents } from '#server/events/events.ts';
import { type Reader, type Whose, whoseRecords } from '#server/lib/whose.ts';
import { type ChangedColumns, lockLead, updateLead } from './correct.queries.ts';
import { type Changes as Corrections, keptChanges } from './kept-changes.ts';
import type { Side } from './lead-filter.ts';
import { leadKeys, sentFields, storedText } from './lead-row.ts';

/** All that is asked for, or nothing: also where one part of it is not the caller's to change. */
export async function correctLead(
  db: Database,
  caller: Reader,
  id: string,
  change: LeadChange,
  cause: Cause,
): Promise<LeadDetails> {
  if (caller.role !== 'admin' && change.status !== undefined)
    throw new AppError('forbidden', errorText.insufficientPermissions);
  const whose = whoseRecords(caller);
  return shortTransaction(db, caller.id, (tx) =>
    changeLead(tx, whose, caller.role, id, change, cause),
  );
}

/** In the transaction of whoever calls it. */
export async function changeLead(
  tx: Db,
  whose: Whose,
  side: Side,
  id: string,
  change: LeadChange,
  cause: Cause,
): Promise<LeadDetails> {
  const before = await lockLead(tx, whose, id, side);
  if (!before) throw new AppError('not_found', leadText.notFound);
  if (change.version !== undefined && change.version !== before.version)
    throw new AppError('conflict', leadText.changedMeanwhile, { details: { lead: before } });

  const corrections = correctionsOf(before, change);
  refuseCompanyOfLive(side, before, corrections);
  const newStatus = change.status !== before.status ? change.status : undefined;
  if (Object.keys(corrections).length === 0 && newStatus === undefined) return before;

  // The lead is locked: whatever changes it next does so later.
  const at = cause.clock();
  const columns = {
    ...correctedColumns(before, change, corrections),
    ...statusColumns(newStatus, at),
  };
  const lead = await updateLead(tx, whose, id, columns, side);
  if (!lead) throw new Error('A lead was locked but not found');
  await recordEvents(tx, cause, whatHappened(lead, before, corrections, newStatus), at);
  return lead;
}

/** What is sent and says something new. */
function correctionsOf(before: LeadDetails, change: LeadChange): Corrections {
  const corrections: Corrections = {};
  for (const field of sentFields) {
    const to = change[field];
    if (to === undefined || isDeepStrictEqual(to, before[field])) continue;
    corrections[field] = { from: before[field], to };
  }
  return corrections;
}

/** Commissions are paid for it. */
function refuseCompanyOfLive(side: Side, before: LeadDetails, corrections: Corrections): void {
  if (side === 'admin' || groupOf(before.status) !== 'Live') return;
  if (corrections.company_name) throw new AppError('forbidden', leadText.companyOfLive);
}

function correctedColumns(
  before: LeadDetails,
  change: LeadChange,
  corrections: Corrections,
): ChangedColumns {
  if (Object.keys(corrections).length === 0) return {};
  const columns: ChangedColumns = {};
  for (const field of sentFields) {
    if (corrections[field]) columns[field] = storedText(change[field]);
  }
  // Somebody's name is known now: nothing has to stand in for it.
  const isNamed = corrections.first_name || corrections.last_name;
  if (isNamed) columns.contact_name = null;
  return { ...columns, ...leadKeys(before.id, { ...before, ...columns }) };
}

function statusColumns(status: string | undefined, at: Date): ChangedColumns {
  if (status === undefined) return {};
  return { status, status_key: statusKey(status), status_changed_at: at.toISOString() };
}

function whatHappened(
  lead: LeadDetails,
  before: LeadDetails,
  changes: Corrections,
  status: string | undefined,
): Happened[] {
  const happened: Happened[] = [];
  if (Object.keys(changes).length > 0)
    happened.push({ lead, kind: 'corrected', data: { changes: keptChanges(changes) } });
  if (status !== undefined)
    happened.push({ lead, kind: 'status', data: { from: before.status, to: status } });
  return happened;
}

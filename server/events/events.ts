import type { LeadEventKind } from '#contract/events.ts';
import type { Db, Transaction } from '#server/db/database.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import type { Whose } from '#server/lib/whose.ts';
import {
  findEvents as findEventRows,
  findSender as findSenderRow,
  insertEvents,
  insertSubmissions,
  type ToldEvent,
} from './events.queries.ts';

export type { ToldEvent };

/** Who or what makes a change: `by` is null where it is no person of the portal. */
export type Cause = {
  by: string | null;
  requestId: string | null;
  clock: () => Date;
  via?: string;
};

/** What happened to a lead. Of a lead that is moved, `partner_id` is who has it from then on. */
export type Happened = {
  lead: { id: string; partner_id: string; version: number };
  kind: LeadEventKind;
  data?: object;
};

/**
 * Writes into the memory of the portal, in the transaction that makes the change. The time is taken
 * once the lead is locked, so that the order of a timeline is the order of the changes.
 */
export async function recordEvents(
  tx: Db,
  { by, requestId, clock, via = 'portal' }: Cause,
  happened: readonly Happened[],
  at: Date = clock(),
): Promise<string[]> {
  const rows = happened.map(({ lead, kind, data = {} }) => ({
    id: uuidv7(),
    subject: 'lead' as const,
    subject_id: lead.id,
    partner_id: lead.partner_id,
    kind,
    by_id: by,
    via,
    at: at.toISOString(),
    data,
    request_id: requestId,
    version: lead.version,
  }));
  if (rows.length > 0) await insertEvents(tx, rows);
  return rows.map(({ id }) => id);
}

/** The same of the commissions of a company. */
export async function recordCommissionChange(
  tx: Db,
  { by, requestId, clock, via = 'portal' }: Cause,
  company: { id: string; partner_id: string; version: number },
  data: object,
): Promise<void> {
  await insertEvents(tx, [
    {
      id: uuidv7(),
      subject: 'company',
      subject_id: company.id,
      partner_id: company.partner_id,
      kind: 'commission',
      by_id: by,
      via,
      at: clock().toISOString(),
      data,
      request_id: requestId,
      version: company.version,
    },
  ]);
}

/** Of one subject, oldest first: for a partner, only what happened while it was theirs. */
export async function findEvents(
  db: Db,
  whose: Whose,
  subjectId: string,
  page: { limit: number; offset: number },
): Promise<{ events: ToldEvent[]; total: number }> {
  return findEventRows(db, whose, subjectId, page);
}

/** That all leads of an import were added by somebody else than whose they are. */
export async function recordSubmissions(
  tx: Transaction,
  importId: string,
  { by, requestId, clock, via = 'portal' }: Cause,
): Promise<void> {
  await insertSubmissions(tx, importId, { by, requestId, via, at: clock() });
}

/** Who brought a lead, and whose it was then, whoever it was moved to since. */
export async function findSender(db: Db, lead: { id: string; partner_id: string }) {
  return findSenderRow(db, lead);
}

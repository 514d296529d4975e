import { leadText } from '#contract/lead-text.ts';
import type { LeadDetails } from '#contract/leads.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { shortTransaction } from '#server/db/short-transaction.ts';
import { type Cause, recordEvents } from '#server/events/events.ts';
import { type Reader, whoseRecords } from '#server/lib/whose.ts';
import {
  deleteLead as deleteLeadRow,
  purgeLeads,
  restoreLead as restoreLeadRow,
} from './deleting.queries.ts';

/** Hidden everywhere at once; an administrator can bring it back for a while. */
export async function deleteLead(
  db: Database,
  caller: Reader,
  id: string,
  cause: Cause,
): Promise<void> {
  await shortTransaction(db, caller.id, async (tx) => {
    const lead = await deleteLeadRow(tx, whoseRecords(caller), id, caller.id);
    if (!lead) throw new AppError('not_found', leadText.notFound);
    await recordEvents(tx, cause, [{ lead, kind: 'deleted' }]);
  });
}

/** As it was, with the same id. */
export async function restoreLead(
  db: Database,
  caller: Reader,
  id: string,
  cause: Cause,
): Promise<LeadDetails> {
  return shortTransaction(db, caller.id, async (tx) => {
    const lead = await restoreLeadRow(tx, 'everyone', id);
    if (!lead) throw new AppError('not_found', leadText.notFound);
    await recordEvents(tx, cause, [{ lead, kind: 'restored' }]);
    return lead;
  });
}

/** Few enough that nobody waits for them. */
const purgedAtOnce = 1_000;
/** The rest of a huge deletion goes with the next round. */
const mostRounds = 200;

export async function purgeDeletedLeads(db: Db): Promise<void> {
  for (let round = 0; round < mostRounds; round++) {
    if ((await purgeLeads(db, purgedAtOnce)) < purgedAtOnce) return;
  }
}

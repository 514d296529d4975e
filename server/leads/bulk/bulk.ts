import { createHash } from 'node:crypto';
import type { BulkChange, BulkProgress, BulkResult } from '#contract/lead-changes.ts';
import { statusKey } from '#contract/lead-status.ts';
import { leadText } from '#contract/lead-text.ts';
import { errorText } from '#contract/protocol.ts';
import { AppError, invalidField } from '#server/app-error.ts';
import type { Database, Db, Transaction } from '#server/db/database.ts';
import { shortTransaction } from '#server/db/short-transaction.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { type Whose, whoseRecords } from '#server/lib/whose.ts';
import { getPartner } from '#server/partners/partners.ts';
import { readLeadFilter } from '../lead-filter.ts';
import {
  type Change,
  type Chosen,
  changeChunk,
  correctStatistics,
  lockLeads,
  noteLeads,
} from './bulk.queries.ts';
import {
  type BulkRecord,
  claimBulkChanges,
  countLeadsLater,
  countLeadsNow,
  findBulkChange,
  finishBulkChange,
  insertBulkChange,
  type NewBulkRecord,
} from './bulk-changes.queries.ts';
import { anotherChange, withLongChange } from './limiters.ts';
import { findProgress, tellProgress } from './progress.queries.ts';

/** Who changes many leads, and how long they are there to hear of it. */
export type BulkCall = {
  db: Database;
  caller: { id: string; role: 'admin' | 'partner' };
  requestId: string;
  clock: () => Date;
  signal: AbortSignal;
  /** Fails where the caller may no longer call: they may have waited long for their turn. */
  mayChange: () => Promise<void>;
};
/** Is carried out also where nobody is there any longer to hear of it. */
export type LastingCall = Omit<BulkCall, 'signal'>;
type MaybeLasting = LastingCall & { signal?: AbortSignal };

/** Nothing is known of a change that is not under way, or waits for its turn. */
export async function progressOf(db: Db, userId: string, id: string): Promise<BulkProgress> {
  return findProgress(db, userId, id);
}

const longestMilliseconds = 10 * 60 * 1000;

/** All of the chosen leads or, where one of them is not there or not theirs, none. */
export async function changeLeads(call: BulkCall, asked: BulkChange): Promise<BulkResult> {
  const { db, caller } = call;
  const change = readChange(asked);
  if (caller.role !== 'admin' && change.kind !== 'deleted')
    throw new AppError('forbidden', errorText.insufficientPermissions);
  const record = {
    id: asked.change_id ?? uuidv7(),
    by_id: caller.id,
    kind: change.kind,
    fingerprint: fingerprintOf(asked),
  };
  const make = (tx: Transaction) => makeChange(tx, call, { asked, change, record });
  if (asked.ids) return shortTransaction(db, caller.id, make);
  return longTransaction(call, { in: 'leads', count: asked.expected ?? 0 }, make);
}

/** When it is the caller's turn. */
export async function longTransaction<T>(
  { db, caller, mayChange, signal }: MaybeLasting,
  leads: { in: 'leads' | 'deleted_leads'; count: number },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return withLongChange(
    caller.id,
    async () => {
      await mayChange();
      await correctStatistics(db, leads.in, leads.count);
      return db.transaction(work);
    },
    signal,
  );
}

function readChange({ status, partner_id }: BulkChange): Change {
  if (status !== undefined) return { kind: 'status', status, statusKey: statusKey(status) };
  if (partner_id !== undefined) return { kind: 'moved', partnerId: partner_id };
  return { kind: 'deleted' };
}

/** The same for the same leads and the same change. */
function fingerprintOf({ change_id: _, ...asked }: BulkChange): Buffer {
  return createHash('sha256').update(JSON.stringify(asked)).digest();
}

type Asked = { asked: BulkChange; change: Change; record: NewBulkRecord };

async function makeChange(
  tx: Transaction,
  call: BulkCall,
  { asked, change, record }: Asked,
): Promise<BulkResult> {
  const { caller, requestId, clock } = call;
  if (!(await claimBulkChanges(tx, caller.id))) throw anotherChange();
  const earlier = await findBulkChange(tx, record.id);
  if (earlier) return resultOf(sameChange(earlier, record));
  if (change.kind === 'moved') await refuseUnknownPartner(tx, change.partnerId);
  if (!(await insertBulkChange(tx, record)))
    throw new AppError('conflict', leadText.many.otherChange);

  await countLeadsLater(tx);
  const { whose, chosen } = readChoice(call, asked);
  await lockLeads(tx, whose, chosen);
  // Not before: the order of a timeline is the order of the changes.
  const cause = { bulkId: record.id, by: caller.id, requestId, now: clock() };
  const noted = await noteLeads(tx, whose, chosen, change, cause);
  refuseOtherLeads(chosen, asked.expected, noted.matched);
  await inChunks(tx, call, { id: record.id, total: noted.changed }, (after) =>
    changeChunk(tx, cause, change, after),
  );
  await finishBulkChange(tx, record.id, noted.changed);
  await countLeadsNow(tx);
  call.signal.throwIfAborted();
  return { count: noted.changed, undo_id: record.id };
}

/** A call that is repeated because its answer was lost gets that answer. */
function sameChange(earlier: BulkRecord, asked: NewBulkRecord): BulkRecord {
  const same = earlier.by_id === asked.by_id && earlier.fingerprint.equals(asked.fingerprint);
  if (!same) throw new AppError('conflict', leadText.many.otherChange);
  if (earlier.undone) throw new AppError('conflict', leadText.many.undone);
  return earlier;
}

const resultOf = ({ id, count }: BulkRecord): BulkResult => ({ count, undo_id: id });

async function refuseUnknownPartner(tx: Transaction, id: string): Promise<void> {
  try {
    await getPartner(tx, id);
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === 'not_found';
    throw isUnknown ? invalidField('partner_id', leadText.many.unknownPartner) : error;
  }
}

function readChoice(
  { caller, clock }: BulkCall,
  { ids, filter }: BulkChange,
): { whose: Whose; chosen: Chosen } {
  if (!filter) return { whose: whoseRecords(caller), chosen: { ids: [...new Set(ids)] } };
  const whose = whoseRecords(caller, filter.partner_id, 'filter.partner_id');
  return { whose, chosen: { match: readLeadFilter(filter, { role: caller.role, now: clock() }) } };
}

function refuseOtherLeads(chosen: Chosen, expected: number | undefined, matched: number): void {
  if ('ids' in chosen) {
    if (matched !== chosen.ids.length) throw new AppError('not_found', leadText.notFound);
  } else if (matched !== expected) {
    throw new AppError('conflict', leadText.many.unexpectedCount);
  }
}

/** One chunk after the other, until there are no more or nobody waits for it any longer; not for ever. */
export async function inChunks(
  tx: Transaction,
  { caller, signal }: Pick<MaybeLasting, 'caller' | 'signal'>,
  { id, total }: { id: string; total: number },
  work: (after: string | null) => Promise<{ taken: number; last: string | null }>,
): Promise<void> {
  const latest = performance.now() + longestMilliseconds;
  let done = 0;
  let after: string | null = null;
  while (done < total) {
    await tellProgress(tx, { userId: caller.id, changeId: id }, { done, total });
    signal?.throwIfAborted();
    if (performance.now() > latest) throw new AppError('unavailable', leadText.many.tooLong);
    const { taken, last } = await work(after);
    if (!last) throw new Error(`Only ${done} of ${total} leads were there to be changed`);
    done += taken;
    after = last;
  }
}

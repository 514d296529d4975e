import type { UndoResult } from '#contract/lead-changes.ts';
import { leadText } from '#contract/lead-text.ts';
import { maxLeadsByIds, undoSeconds } from '#contract/limits.ts';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/db/database.ts';
import { shortTransaction } from '#server/db/short-transaction.ts';
import { inChunks, type LastingCall, longTransaction } from './bulk.ts';
import {
  type BulkRecord,
  claimBulkChanges,
  countLeadsLater,
  countLeadsNow,
  findUndoable,
  lockBulkChange,
  markUndone,
} from './bulk-changes.queries.ts';
import { anotherChange, withOneChange } from './limiters.ts';
import { allowRestoring, lockChunk, undoChunk } from './undo.queries.ts';

/** By who asked and for what; each goes on whether or not anybody still waits for it. */
const underWay = new Map<string, Promise<UndoResult>>();

/**
 * Puts back what a change has changed; leads that were changed since stay as they are. Asked for again,
 * because the answer was lost, it does nothing twice and answers the same.
 */
export function undoLeadsChange(call: LastingCall, id: string): Promise<UndoResult> {
  const key = `${call.caller.id} ${id}`;
  const running = underWay.get(key);
  if (running) return running;
  const undone = withOneChange(call.caller.id, () => undoInTime(call, id)).finally(() =>
    underWay.delete(key),
  );
  underWay.set(key, undone);
  return undone;
}

async function undoInTime(call: LastingCall, id: string): Promise<UndoResult> {
  const { db, caller } = call;
  const asked = await findUndoable(db, caller.id, id, undoSeconds);
  if (!asked) throw new AppError('not_found', leadText.many.notFound);
  if (asked.undone) return resultOf(asked);
  // Judged when it is asked for: however long others keep the places, nobody's time runs out in the queue.
  if (asked.late) throw new AppError('conflict', leadText.many.tooLate);
  const undo = (tx: Transaction) => undoChange(tx, call, id);
  // Nobody who wants ten leads back waits for those who change thousands.
  if (asked.count <= maxLeadsByIds) return shortTransaction(db, caller.id, undo);
  const table = asked.kind === 'deleted' ? 'deleted_leads' : 'leads';
  return longTransaction(call, { in: table, count: asked.count }, undo);
}

async function undoChange(tx: Transaction, call: LastingCall, id: string): Promise<UndoResult> {
  const { caller, requestId, clock } = call;
  if (!(await claimBulkChanges(tx, caller.id))) throw anotherChange();
  const change = await lockBulkChange(tx, caller.id, id);
  if (!change) throw new AppError('not_found', leadText.many.notFound);
  if (change.undone) return resultOf(change);

  await countLeadsLater(tx);
  await allowRestoring(tx);
  const cause = { bulkId: id, by: caller.id, requestId, now: clock() };
  let putBack = 0;
  await inChunks(tx, call, { id, total: change.count }, async (after) => {
    if (change.kind === 'moved') await lockChunk(tx, id, after);
    const chunk = await undoChunk(tx, change.kind, cause, after);
    putBack += chunk.back;
    return chunk;
  });
  await markUndone(tx, caller.id, id, putBack);
  await countLeadsNow(tx);
  return resultOf({ ...change, putBack });
}

const resultOf = ({ count, putBack }: BulkRecord): UndoResult => ({
  count: putBack,
  left: count - putBack,
});

import type { FileCheck } from '#contract/imports.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';
import { importMessages } from './import-text.ts';

/** What is known of the chosen file; `last` is what was found before its columns were changed. */
export type CheckState =
  | { step: 'none' }
  /** Until the server tells how far it is, `isWaiting` says that it has told of no beginning. */
  | { step: 'running'; percent?: number; isWaiting?: boolean; last?: FileCheck }
  | { step: 'found'; found: FileCheck }
  /** The file as a whole cannot be read; `isHeadOurs`: its first row is certainly no lead. */
  | { step: 'refused'; message: string; isHeadOurs?: boolean; last?: FileCheck }
  /**
   * The check itself failed, which says nothing of the file; the message is for who uploads it. With
   * `isLimit` it is the server's reason, which is shown at once because Upload meets it too.
   */
  | { step: 'unknown'; message: string; isLimit?: boolean; last?: FileCheck };

/** What there is to show, be it of before. */
export function findingsIn(state: CheckState): FileCheck | undefined {
  if (state.step === 'found') return state.found;
  return 'last' in state ? state.last : undefined;
}

const fileIsAtFault = [400, 413, 415];
/** The rows of a day are used up, or the server has no room now. */
const limits = [429, 503];

export function afterFailure(error: unknown, last: FileCheck | undefined): CheckState {
  const status = error instanceof ApiError ? error.status : 0;
  const reason = serverText(error);
  const answer = { message: reason ?? importMessages.failed, ...(last && { last }) };
  if (fileIsAtFault.includes(status)) return { step: 'refused', ...answer };
  const isLimit = reason !== undefined && limits.includes(status);
  return { step: 'unknown', ...answer, ...(isLimit && { isLimit }) };
}

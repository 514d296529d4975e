// Who may do what at once with files. Receiving is bounded for each user alone, so that files
// which are slow in coming hold up nobody else; what all users share is taken once a file has arrived.
import { importText } from '#contract/import-text.ts';
import { maxUploadBytes } from '#contract/limits.ts';
import { AppError } from '#server/app-error.ts';
import { createLongWork } from '#server/db/long-work.ts';
import { createByteBudget } from '#server/lib/byte-budget.ts';
import { createTurns } from '#server/lib/turns.ts';

const headers = { 'retry-after': 10 };
export const busy = () => new AppError('unavailable', importText.busy, { headers });
export const anotherUpload = () => new AppError('too_many', importText.anotherUpload, { headers });

/** A user uploads one file at a time. */
export const withUploadSlot = createGate(1, 'uploads');

/**
 * A user has three files checked or reported on at a time: a check that was given up for another
 * file may still be on its way out.
 */
export const withCheckSlot = createGate(3, 'checks of files');

/** What the files take on the disk until they are done with: three of the largest of a user, forty of all. */
export const withBytes = createByteBudget(
  { ofOneUser: 3 * maxUploadBytes, ofAllUsers: 40 * maxUploadBytes },
  { ofOneUser: anotherUpload, ofAllUsers: busy },
);

/**
 * Two files are read at a time, since a large workbook takes much memory, and one of a user, so that
 * nobody holds all readers.
 */
export const withReader = createTurns({
  shared: 'readers of files',
  atWork: 2,
  atWorkOfOneKey: 1,
  waiting: 40,
  refusal: busy,
});

/** Whatever stores the leads of a file, or takes them back, has a connection to itself meanwhile. */
export const longStoring = { atWork: 3, waiting: 40 };
export const withStoring = createLongWork(longStoring, busy);

export function createGate(mostOfOneUser: number, shared?: string) {
  return createTurns({
    ...(shared && { shared }),
    atWorkOfOneKey: mostOfOneUser,
    waitingOfOneKey: 0,
    refusal: anotherUpload,
  });
}

// Who may do what at once with files in this process. Slots for uploads and checks are refused when they are
// taken, before the file is received, so that nobody fills the disk; the other slots are waited for.
import { importText } from '#contract/imports.ts';
import { AppError } from '#server/app-error.ts';
import { createSemaphore, createSemaphoreByKey } from '#server/lib/semaphore.ts';

const mostOfAllUsers = 20;
const headers = { 'retry-after': 10 };

/** A user uploads one file at a time, and all users together 20. */
export const withUploadSlot = createGate(1);

/**
 * A user has three files checked or reported on at a time, and all users together 20: a check that
 * was given up for another file may still be on its way out.
 */
export const withCheckSlot = createGate(3);

/** One file of a partner is read at a time, so that nobody holds all readers. */
export const withPartnerSlot = createSemaphoreByKey(1);

/** Two files are read at a time, since a large workbook takes much memory. */
export const withReaderSlot = createSemaphore(2);

export function anotherUpload(): AppError {
  return new AppError('too_many', importText.anotherUpload, { headers });
}

export function createGate(mostOfOneUser: number) {
  const busyUsers: string[] = [];
  return async function withSlot<T>(userId: string, work: () => Promise<T>): Promise<T> {
    if (busyUsers.filter((id) => id === userId).length >= mostOfOneUser) throw anotherUpload();
    if (busyUsers.length >= mostOfAllUsers) {
      throw new AppError('unavailable', importText.busy, { headers });
    }
    busyUsers.push(userId);
    try {
      return await work();
    } finally {
      busyUsers.splice(busyUsers.indexOf(userId), 1);
    }
  };
}

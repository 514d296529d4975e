import { statfs } from 'node:fs/promises';
import { AppError } from '#server/app-error.ts';

/** What is left for everybody but root, and what of it is kept for what must go on. */
type Room = { free_bytes: number; reserve_bytes: number; low: boolean };
/** How full the disk of the embedded database is; undefined if monitoring is off. */
export type DiskSpace = (() => Promise<Room>) | undefined;

type FreeBytes = (folder: string) => Promise<number>;

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Asked anew each time: it takes less than a millisecond, and an upload fills megabytes in a second. */
export function watchedDisk(
  { folder, reserveMegabytes }: { folder: string; reserveMegabytes: number },
  free: FreeBytes = freeBytes,
): DiskSpace {
  if (reserveMegabytes === 0) return undefined;
  const reserve_bytes = reserveMegabytes * 1024 * 1024;
  return async () => {
    const free_bytes = await free(folder);
    return { free_bytes, reserve_bytes, low: free_bytes < reserve_bytes };
  };
}

const retryAfterSeconds = 60;

/** Refuses what takes much space. No line in the log for each: housekeeping says once that it is low. */
export async function refuseWhileLow(disk: DiskSpace, message: string): Promise<void> {
  if (!(await disk?.())?.low) return;
  const headers = { 'retry-after': retryAfterSeconds };
  throw new AppError('unavailable', message, { headers, isLogged: false });
}

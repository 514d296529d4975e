import type { Logger } from 'pino';
import type { DiskSpace } from '#server/lib/disk-space.ts';

/** Says in the log when disk space becomes low, and when it no longer is; nothing in between. */
export function diskWatch(disk: NonNullable<DiskSpace>, log: Logger): () => Promise<void> {
  let wasLow = false;
  return async () => {
    const { low, ...room } = await disk();
    if (low === wasLow) return;
    wasLow = low;
    if (low) {
      log.warn(
        room,
        'Disk space is low: uploads, exports and backups are refused until more than DISK_RESERVE_MB is free again',
      );
    } else log.info(room, 'Disk space is no longer low: uploads, exports and backups work again');
  };
}

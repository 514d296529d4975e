import type { Logger } from 'pino';
import type { AppContext } from '#server/app-context.ts';
import { tellChanges } from '#server/changes/changes.ts';
import { foldCommissions } from '#server/companies/totals.ts';
import { forgetOldMarks } from '#server/db/read-marks.queries.ts';
import { deleteStaleHits } from '#server/http/rate-limits.queries.ts';
import { forgetOldChanges } from '#server/leads/bulk/forget.ts';
import { purgeDeletedLeads } from '#server/leads/deleting.ts';
import type { DiskSpace } from '#server/lib/disk-space.ts';
import { foldMovement } from '#server/movement/movement.ts';
import { forgetExpiredSessions } from '#server/session/session.ts';
import { forgetStaleAttempts } from '#server/session/sign-in-throttle.ts';

const everyMilliseconds = 10 * 60 * 1000;
/** Whoever reads how leads move, or what companies pay, adds up what has not been folded yet. */
const foldEveryMilliseconds = 60 * 1000;
const diskEveryMilliseconds = 60 * 1000;

/** Forgets what has expired. Several processes may do so at once. */
export function startHousekeeping({ db, clock, disk }: AppContext, log: Logger): () => void {
  const tidy = async () => {
    await forgetExpiredSessions(db, clock());
    await deleteStaleHits(db);
    await forgetStaleAttempts(db);
    await purgeDeletedLeads(db);
    await forgetOldChanges(db);
    await tellChanges(db);
    await forgetOldMarks(db);
  };
  const failed = (error: unknown) =>
    log.warn({ err: error }, 'Housekeeping failed; it will be tried again');
  const repeat = (work: () => Promise<void>, milliseconds: number) => {
    const timer = setInterval(() => {
      work().catch(failed);
    }, milliseconds);
    timer.unref();
    return timer;
  };
  const timers = [
    repeat(tidy, everyMilliseconds),
    repeat(() => foldMovement(db), foldEveryMilliseconds),
    repeat(() => foldCommissions(db), foldEveryMilliseconds),
  ];
  if (disk) {
    const watch = diskWatch(disk, log);
    timers.push(repeat(watch, diskEveryMilliseconds));
    watch().catch(failed);
  }
  return () => timers.forEach(clearInterval);
}

/** Says in the log when disk space becomes low, and when it no longer is; nothing in between. */
function diskWatch(disk: NonNullable<DiskSpace>, log: Logger): () => Promise<void> {
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

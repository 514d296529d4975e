import { megabytes } from '#contract/disk-text.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { useDisk } from './disk.api.ts';

/** Tells administrators that disk space is low, and what is refused until there is more. */
export function DiskNotice() {
  const disk = useDisk(useIsAdmin());
  if (!disk?.low) return null;
  return (
    <Notice kind="warning" title="Disk space is low">
      The server has {megabytes(disk.free_bytes)} left, less than the{' '}
      {megabytes(disk.reserve_bytes)} that are kept in reserve: uploads, exports and backups are
      refused. Free some space, or lower DISK_RESERVE_MB.
    </Notice>
  );
}

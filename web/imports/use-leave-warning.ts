import { useEffect } from 'react';
import { useUnsavedWarning } from '#web/lib/use-unsaved-warning.ts';

/** Asks before an upload is cut off; the question goes when the upload has ended by itself. */
export function useLeaveWarning(uploading: boolean) {
  const warning = useUnsavedWarning(uploading);
  const { blocker } = warning;
  useEffect(() => {
    if (!uploading && blocker.state === 'blocked') blocker.reset();
  }, [uploading, blocker]);
  return warning;
}

import { useEffect, useState } from 'react';
import { sessionStore } from './session-store.ts';
import { toast } from './toasts.ts';

/** Tells once of each load that failed while the screen was open (spec §8). */
export function useFailureToast(
  query: { isError: boolean; errorUpdatedAt: number },
  message: string,
): void {
  const [openedAt] = useState(Date.now);
  const failedAt = query.isError ? query.errorUpdatedAt : 0;
  useEffect(() => {
    // A session that has just ended leads to /login, which says all there is to say.
    if (failedAt >= openedAt && sessionStore.token) toast.error(message);
  }, [failedAt, openedAt, message]);
}

import { useEffect } from 'react';
import { sessionStore } from './session-store.ts';
import { toast } from './toasts.ts';

/** Tells once of each load that failed while the screen was open (spec §8). */
export function useFailureToast(
  query: { isError: boolean; isFetchedAfterMount: boolean; errorUpdatedAt: number },
  message: string,
): void {
  const failedAt = query.isError && query.isFetchedAfterMount ? query.errorUpdatedAt : undefined;
  useEffect(() => {
    // A session that has just ended leads to /login, which says all there is to say.
    if (failedAt !== undefined && sessionStore.token) toast.error(message);
  }, [failedAt, message]);
}

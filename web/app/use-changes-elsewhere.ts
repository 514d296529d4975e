import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#web/session/session.api.ts';

/**
 * What changes elsewhere shows here too. Its code comes after the first screen; where it does not
 * come, screens ask again when they are looked at, as ever.
 */
export function useChangesElsewhere(): void {
  const queries = useQueryClient();
  const userId = useSession().user?.id;
  useEffect(() => {
    if (!userId) return;
    let stop: (() => void) | undefined;
    let left = false;
    import('./changes-elsewhere.ts').then(
      ({ followChanges }) => {
        if (!left) stop = followChanges(queries, userId);
      },
      () => undefined,
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [queries, userId]);
}

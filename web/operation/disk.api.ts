import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { isNotFound } from '#web/lib/api-error.ts';
import { call } from '#web/lib/client.ts';

type Disk = ResponseOf<typeof routes.getDisk>['disk'];

const refreshMilliseconds = 60_000;

/** For administrators; null where nobody watches the disk, as an earlier release does not. */
export function useDisk(isAdmin: boolean): Disk {
  const { data } = useQuery({
    queryKey: ['disk'],
    queryFn: async ({ signal }): Promise<Disk> => {
      try {
        return (await call(endpoints.getDisk, {}, { signal })).disk;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    enabled: isAdmin,
    refetchInterval: refreshMilliseconds,
  });
  return data ?? null;
}

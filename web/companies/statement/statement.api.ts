import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { call, download } from '#web/lib/client.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { momentsOf, type Period } from './period.ts';

const askedFor = (partner: string | undefined, period: Period) => ({
  ...(partner && { partner_id: partner }),
  ...momentsOf(period),
});

/** The statement of a partner, or without one of whoever asks; not asked for while nobody is chosen. */
export function useStatement(partner: string | undefined, period: Period, enabled = true) {
  return useQuery({
    queryKey: ['companies', 'statement', partner ?? '', period.from, period.to],
    queryFn: ({ signal }) => fetchStatement(askedFor(partner, period), signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The newest few changes of a period, with how many there are. */
export function useLatestChanges(
  partner: string | undefined,
  period: Period,
  limit: number,
  enabled = true,
) {
  return useQuery({
    queryKey: ['companies', 'latest changes', partner ?? '', period.from, period.to, limit],
    queryFn: ({ signal }) => fetchStatement({ ...askedFor(partner, period), limit }, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

const fetchStatement = (
  query: ReturnType<typeof askedFor> & { limit?: number },
  signal: AbortSignal,
) => call(endpoints.getStatement, { query }, { signal });

export async function saveStatement(partner: string | undefined, period: Period): Promise<void> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const query = { ...askedFor(partner, period), time_zone };
  const { signal } = new AbortController();
  const file = await download(endpoints.exportStatement, { query }, { signal });
  if (file) saveFile(file);
}

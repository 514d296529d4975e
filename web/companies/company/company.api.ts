import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CompanyEvent } from '#contract/commissions.ts';
import { endpoints } from '#contract/endpoints.ts';
import { maxPageSize } from '#contract/limits.ts';
import { call } from '#web/lib/client.ts';

/** A company with its leads and what it pays. */
export function useCompany(id: string) {
  return useQuery({
    queryKey: ['companies', 'one', id],
    queryFn: ({ signal }) => call(endpoints.getCompany, { params: { id } }, { signal }),
  });
}

export const changesAtOnce = maxPageSize;

/** The newest changes of what a company pays, at least `count` where there are so many, newest first. */
export function useCompanyHistory(id: string, count: number) {
  return useQuery({
    queryKey: ['companies', 'history', id, count],
    queryFn: ({ signal }) => fetchNewest(id, count, signal),
    placeholderData: keepPreviousData,
  });
}

async function fetchNewest(id: string, count: number, signal: AbortSignal) {
  const page = (offset: number) => {
    const query = { limit: changesAtOnce, offset };
    return call(endpoints.listCompanyEvents, { params: { id }, query }, { signal });
  };
  const first = await page(0);
  const start = Math.max(0, first.total - count);
  const events: CompanyEvent[] = start === 0 ? [...first.events] : [];
  while (start + events.length < first.total) {
    const next = await page(start + events.length);
    if (next.events.length === 0) break;
    events.push(...next.events);
  }
  return { events: events.reverse(), total: first.total };
}

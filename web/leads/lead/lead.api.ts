import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { LeadEvent } from '#contract/events.ts';
import type { RequestOf, ResponseOf } from '#contract/http.ts';
import type { LeadDetails } from '#contract/leads.ts';
import { maxPageSize } from '#contract/limits.ts';
import type { routes } from '#contract/routes.ts';
import { ApiError, isNotFound } from '#web/lib/api-error.ts';
import { call } from '#web/lib/client.ts';
import {
  changeShownLead,
  findListedLead,
  leadKey,
  type OneLead,
  refreshLeads,
} from '../leads.api.ts';

export type Correction = Omit<RequestOf<typeof routes.updateLead>['body'], 'version' | 'status'>;
type Events = ResponseOf<typeof routes.listLeadEvents>;

const eventsKey = (id: string) => ['leads', 'events', id];

/** A lead with all that is known of it; until it is here, `listed` is what a list has told. */
export function useLead(id: string) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: leadKey(id),
    queryFn: ({ signal }) => call(endpoints.getLead, { params: { id } }, { signal }),
  });
  const lead = query.data?.lead;
  return {
    query,
    lead,
    listed: findListedLead(queries, id),
    /** It stood here, and is no longer there for this user. */
    gone: lead !== undefined && isNotFound(query.error),
  };
}

/** Whoever learns from a refusal that a lead has gone is shown so. */
function lookAgain(queries: QueryClient, id: string, error: unknown): void {
  if (isNotFound(error)) queries.invalidateQueries({ queryKey: leadKey(id) });
}

/** Puts a lead in the place of what was known of it. */
function keepLead(queries: QueryClient, lead: LeadDetails): void {
  queries.setQueryData<OneLead>(leadKey(lead.id), { lead });
  changeShownLead(queries, lead.id, lead);
}

/** What somebody else has made of the lead, where a correction was refused for that. */
export function leadNow(error: unknown): LeadDetails | undefined {
  const isConflict = error instanceof ApiError && error.status === 409;
  return isConflict ? (error.body as Partial<OneLead> | undefined)?.lead : undefined;
}

/** Corrects a lead as it was read; where it no longer is, what it is now is shown. */
export function useCorrectLead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ lead, change }: { lead: LeadDetails; change: Correction }) =>
      call(endpoints.updateLead, {
        params: { id: lead.id },
        body: { ...change, version: lead.version },
      }),
    onSuccess: (answer) => {
      keepLead(queries, answer.lead);
      refreshLeads(queries);
    },
    onError: (error, { lead }) => {
      lookAgain(queries, lead.id, error);
      const now = leadNow(error);
      if (!now) return;
      keepLead(queries, now);
      queries.invalidateQueries({ queryKey: eventsKey(lead.id) });
    },
  });
}

/** The newest events of a lead, at least `count` of them where there are so many, oldest first. */
export function useLeadEvents(id: string, count: number) {
  return useQuery({
    queryKey: [...eventsKey(id), count],
    queryFn: ({ signal }) => fetchNewest(id, count, signal),
    placeholderData: keepPreviousData,
  });
}

export const eventsAtOnce = maxPageSize;

async function fetchNewest(id: string, count: number, signal: AbortSignal): Promise<Events> {
  const page = (offset: number) => {
    const query = { limit: eventsAtOnce, offset };
    return call(endpoints.listLeadEvents, { params: { id }, query }, { signal });
  };
  const first = await page(0);
  const { total } = first;
  const start = Math.max(0, total - count);
  const events: LeadEvent[] = start === 0 ? first.events : [];
  // A page may hold fewer than were asked for, where they are long.
  while (start + events.length < total) {
    const next = await page(start + events.length);
    if (next.events.length === 0) break;
    events.push(...next.events);
  }
  return { events, total };
}

export function useAddNote(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => call(endpoints.addNote, { params: { id }, body: { text } }),
    onError: (error) => lookAgain(queries, id, error),
    onSuccess: ({ event }) => {
      queries.setQueriesData<Events>(
        { queryKey: eventsKey(id) },
        (known) => known && { events: [...known.events, event], total: known.total + 1 },
      );
    },
  });
}

import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf, ResponseOf } from '#contract/http.ts';
import type { LeadSort } from '#contract/lead-queries.ts';
import { statusGroups } from '#contract/lead-status.ts';
import type { Lead, LeadDetails } from '#contract/leads.ts';
import type { routes } from '#contract/routes.ts';
import { call } from '#web/lib/client.ts';
import { logFailure } from '#web/lib/log.ts';
import { type FilterQuery, newestFirst } from './filters/leads-address.ts';

type NewLead = RequestOf<typeof routes.createLead>['body'];
type LeadPage = ResponseOf<typeof routes.listLeads>;
export type OneLead = ResponseOf<typeof routes.getLead>;

/** Pages of leads; what each was asked with stands last in its key. */
export const leadListsKey = ['leads', 'list'];
export const leadKey = (id: string) => ['leads', 'one', id];
const statusChangeKey = ['leads', 'status'];

/** Lists, counts and live companies all follow from the leads. */
export function refreshLeads(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: ['leads'] });
  queries.invalidateQueries({ queryKey: ['companies'] });
}

export type AskedPage = {
  page: number;
  pageSize: number;
  filter?: FilterQuery;
  sort?: LeadSort;
};

/** spec §7: the offset is the page index times the page size; the usual order is not asked for. */
function queryOf({ page, pageSize, filter, sort = newestFirst }: AskedPage) {
  return {
    limit: pageSize,
    offset: page * pageSize,
    ...filter,
    ...(sort !== newestFirst && { sort }),
  };
}

/** A page of leads; while the next one is on its way, the last one stays. */
export function useLeads(page: AskedPage) {
  const query = queryOf(page);
  return useQuery({
    queryKey: [...leadListsKey, query],
    queryFn: ({ signal }) => call(endpoints.listLeads, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One call a group, in their order. Undefined: not yet known; a failure reads 0 (spec §8). */
export function useLeadCounts(): (number | undefined)[] {
  const counts = useQueries({
    queries: statusGroups.map(({ name, statuses }) => ({
      queryKey: ['leads', 'count', name],
      queryFn: ({ signal }: { signal: AbortSignal }) => countLeads(name, statuses, signal),
    })),
  });
  return counts.map(({ data, isError }) => data ?? (isError ? 0 : undefined));
}

async function countLeads(name: string, statuses: readonly string[], signal: AbortSignal) {
  try {
    const query = { status_group: statuses.join(',') };
    return (await call(endpoints.countLeads, { query }, { signal })).count ?? 0;
  } catch (error) {
    if (!signal.aborted) logFailure(`The leads of ${name} could not be counted`, error);
    throw error;
  }
}

/** Always the same: what is drawn from it is not drawn again. */
export const noLeads: Lead[] = [];

/** Leads that are there already; without a question there are none. */
export function useDuplicateLeads(query: Record<string, string> | undefined): Lead[] {
  const { data } = useQuery({
    // Not with the leads: the one that is just being added is no duplicate of itself.
    queryKey: ['duplicates', query],
    enabled: query !== undefined,
    queryFn: async ({ signal }) =>
      (await call(endpoints.findDuplicates, { query: query ?? {} }, { signal })).leads,
  });
  return (query && data) || noLeads;
}

export function useCreateLead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewLead) => call(endpoints.createLead, { body }),
    // A new lead makes no company live: there is no need to ask for those again.
    onSuccess: () => queries.invalidateQueries({ queryKey: ['leads'] }),
  });
}

export function useDeleteLead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.deleteLead, { params: { id } }),
    onSuccess: (_, id) => {
      changePages(queries, (page) => withoutLead(page, id));
      refreshLeads(queries);
    },
  });
}

/** With a version, only a lead that has not changed since. */
type StatusChange = { lead: Lead; status: string; version?: number };

/** The badge changes at once and goes back if the server refuses. */
export function useChangeLeadStatus() {
  const queries = useQueryClient();
  const show = (id: string, change: Partial<LeadDetails>) => changeShownLead(queries, id, change);
  return useMutation({
    mutationKey: statusChangeKey,
    mutationFn: ({ lead, status, version }: StatusChange) =>
      call(endpoints.updateLead, { params: { id: lead.id }, body: { status, version } }),
    onMutate: async ({ lead, status }) => {
      await queries.cancelQueries({ queryKey: leadListsKey });
      await queries.cancelQueries({ queryKey: leadKey(lead.id) });
      show(lead.id, { status });
    },
    onSuccess: (answer) => show(answer.lead.id, answer.lead),
    onError: (_, { lead }) => show(lead.id, { status: lead.status }),
    onSettled: () => {
      // A list asked for while another change is under way would show that one undone.
      if (queries.isMutating({ mutationKey: statusChangeKey }) <= 1) refreshLeads(queries);
    },
  });
}

/** One lead, in every list and where it is open. */
export function changeShownLead(
  queries: QueryClient,
  id: string,
  change: Partial<LeadDetails>,
): void {
  changePages(queries, (page) => withLead(page, id, change));
  queries.setQueryData<OneLead>(
    leadKey(id),
    (known) => known && { lead: { ...known.lead, ...change } },
  );
}

function changePages(queries: QueryClient, change: (page: LeadPage) => LeadPage): void {
  queries.setQueriesData<LeadPage>({ queryKey: leadListsKey }, (page) => page && change(page));
}

/** What a list has told of a lead. */
export function findListedLead(queries: QueryClient, id: string): Lead | undefined {
  const pages = queries.getQueriesData<LeadPage>({ queryKey: leadListsKey });
  return pages.flatMap(([, page]) => page?.leads ?? []).find((lead) => lead.id === id);
}

function withLead(page: LeadPage, id: string, change: Partial<Lead>): LeadPage {
  const leads = page.leads.map((lead) => (lead.id === id ? { ...lead, ...change } : lead));
  return { ...page, leads };
}

function withoutLead(page: LeadPage, id: string): LeadPage {
  const leads = page.leads.filter((lead) => lead.id !== id);
  return { leads, total: page.total - (page.leads.length - leads.length) };
}

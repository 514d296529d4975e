import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf, ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { call } from '#web/lib/client.ts';
import { newestFirst } from './filters/leads-address.ts';
import { newsText } from './lead-text.ts';
import { leadListsKey } from './leads.api.ts';

type LeadPage = ResponseOf<typeof routes.listLeads>;
type LeadsQuery = RequestOf<typeof routes.listLeads>['query'];

/** A list as the server has it by now, and when it was asked for. */
type News = { page: LeadPage; askedAt: number };
const newsOf = new WeakMap<Query, News>();

const busyMilliseconds = 1_000;

/** Everything of leads follows at once, but no row of a list that is shown moves by itself. */
export function leadsChangedElsewhere(queries: QueryClient): void {
  const isList = ({ queryKey }: Query) => queryKey[1] === leadListsKey[1];
  queries.invalidateQueries({ queryKey: ['leads'], predicate: (query) => !isList(query) });
  queries.invalidateQueries({ queryKey: leadListsKey, type: 'inactive', refetchType: 'none' });
  for (const list of shownLists(queries)) {
    if (list.state.data) void lookForNews(queries, list);
    else queries.invalidateQueries({ queryKey: list.queryKey, exact: true });
  }
}

function shownLists(queries: QueryClient): Query[] {
  return queries.getQueryCache().findAll({ queryKey: leadListsKey, type: 'active' });
}

async function lookForNews(queries: QueryClient, list: Query): Promise<void> {
  // What somebody is changing here right now would be shown undone; and it asks again by itself.
  const isBusy = () => queries.isMutating() > 0 || list.state.fetchStatus !== 'idle';
  const lookLater = () => setTimeout(() => lookAgain(queries, list), busyMilliseconds);
  if (isBusy()) return void lookLater();
  const askedAt = Date.now();
  try {
    const query = list.queryKey.at(-1) as LeadsQuery;
    const page = await call(endpoints.listLeads, { query });
    if (isBusy()) lookLater();
    else if (list.state.dataUpdatedAt <= askedAt) takeNews(queries, list, { page, askedAt });
  } catch {
    // The list stays as it is; it is asked for again when it is looked at.
  }
}

function lookAgain(queries: QueryClient, list: Query): void {
  if (list.isActive() && queries.getQueryCache().get(list.queryHash) === list) {
    void lookForNews(queries, list);
  }
}

/** Rows that are shown change where they stand. Whether others came or went is told, and waits. */
function takeNews(queries: QueryClient, list: Query, news: News): void {
  const shown = list.state.data as LeadPage;
  const byId = new Map(news.page.leads.map((lead) => [lead.id, lead]));
  const leads = shown.leads.map((lead) => byId.get(lead.id) ?? lead);
  const total = newsIn(list, news) ? shown.total : news.page.total;
  newsOf.set(list, news);
  // As old as it was: it is no answer of the server.
  const updatedAt = list.state.dataUpdatedAt;
  queries.setQueryData<LeadPage>(list.queryKey, { ...shown, leads, total }, { updatedAt });
}

function newsIn(list: Query, { page }: News): string | undefined {
  const { sort = newestFirst } = list.queryKey.at(-1) as LeadsQuery;
  return newsText(list.state.data as LeadPage, page, sort === newestFirst);
}

function currentNews(queries: QueryClient): { list: Query; news: News } | undefined {
  const [list] = shownLists(queries);
  const news = list && newsOf.get(list);
  if (!news || list.state.fetchStatus !== 'idle') return undefined;
  return news.askedAt >= list.state.dataUpdatedAt ? { list, news } : undefined;
}

/** The ids of rows that are shown and that the server no longer has in this list. */
function missingIn(list: Query, { page }: News): string {
  const still = new Set(page.leads.map(({ id }) => id));
  const shown = (list.state.data as LeadPage).leads.map(({ id }) => id);
  // One text, which is the same as long as they are.
  return shown.filter((id) => !still.has(id)).join(' ');
}

/** What has come to the list that is shown, in words, what is missing in it, and how to show it. */
export function useLeadNews() {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) =>
      queries.getQueryCache().subscribe(notifyManager.batchCalls(() => onChange())),
    [queries],
  );
  const text = useSyncExternalStore(subscribe, () => {
    const found = currentNews(queries);
    return found && newsIn(found.list, found.news);
  });
  const missing = useSyncExternalStore(subscribe, () => {
    const found = currentNews(queries);
    return found ? missingIn(found.list, found.news) : '';
  });
  const show = () => {
    const found = currentNews(queries);
    if (!found) return;
    newsOf.delete(found.list);
    queries.setQueryData<LeadPage>(found.list.queryKey, found.news.page);
  };
  return { text, missing, show };
}

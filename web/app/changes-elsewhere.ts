import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { ChangeKind } from '#contract/events.ts';
import { leadsChangedElsewhere } from '#web/leads/lead-news.ts';
import { changesMark } from '#web/lib/changes-mark.ts';
import { openStream } from '#web/lib/client.ts';
import { runAtAPace } from '#web/lib/stream/at-a-pace.ts';
import { followStream } from '#web/lib/stream/follow-stream.ts';
import { shareAmongTabs } from '#web/lib/stream/one-of-all-tabs.ts';
import { partnersChangedElsewhere } from '#web/partners/partners.api.ts';

const refetch =
  (...keys: QueryKey[]) =>
  (queries: QueryClient) => {
    for (const queryKey of keys) queries.invalidateQueries({ queryKey });
  };

/** What is asked for again when something of a kind has changed elsewhere. */
const refreshes: Record<ChangeKind, (queries: QueryClient) => void> = {
  leads: leadsChangedElsewhere,
  companies: refetch(['companies']),
  partners: (queries) => {
    partnersChangedElsewhere(queries);
    // Their names stand in these lists too.
    leadsChangedElsewhere(queries);
    refetch(['companies'], ['accounts', 'administrators'])(queries);
  },
  imports: refetch(['leads', 'imports']),
  tokens: refetch(['tokens', 'list'], ['partners', 'tokens']),
  views: refetch(['views']),
  crm: refetch(['crm']),
};
const allKinds = Object.keys(refreshes) as ChangeKind[];

/** Live companies may be asked for sixty times a minute (spec §8), and not only by this. */
const millisecondsBetween = (kind: ChangeKind) =>
  kind === 'companies' || kind === 'partners' ? 5_000 : 1_000;

/** Keeps what a user is shown up to date with what changes elsewhere. Gives back how to stop. */
export function followChanges(queries: QueryClient, userId: string): () => void {
  const pace = runAtAPace((kind: ChangeKind) => refreshes[kind](queries), millisecondsBetween);
  const leave = shareAmongTabs<ChangeKind[]>({
    name: `changes for ${userId}`,
    lead: (say, signal) =>
      followStream({
        open: openChanges,
        onEvent: ({ data }) => say(kindsIn(data)),
        onGap: () => say(allKinds),
        signal,
      }),
    hear: (kinds) => kinds.forEach(pace.due),
  });
  return () => {
    leave();
    pace.stop();
  };
}

/** The first time with what the page has seen; from one stream to the next the server itself knows. */
async function openChanges(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const since = changesMark.current;
  const stream = await openStream(endpoints.streamChanges, signal, { since });
  if (changesMark.current === since) changesMark.forget();
  return stream;
}

/** None where a later release tells of something that this one does not know. */
function kindsIn(data: string): ChangeKind[] {
  const { of } = JSON.parse(data) as { of: string };
  return allKinds.filter((kind) => kind === of);
}

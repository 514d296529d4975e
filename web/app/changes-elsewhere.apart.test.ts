// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { ChangeKind } from '#contract/events.ts';
import { headers } from '#contract/protocol.ts';
import { call } from '#web/lib/client.ts';
import { newQueryClient } from './query-client.ts';

/** What the one tab that leads says, as if all tabs were this one. */
let say = (_: ChangeKind[]) => {};
type Lead = (say: (kinds: ChangeKind[]) => void, signal: AbortSignal) => Promise<void>;
let lead: Lead = async () => {};
vi.mock('#web/lib/stream/one-of-all-tabs.ts', () => ({
  shareAmongTabs: (shared: { hear: typeof say; lead: Lead }) => {
    say = shared.hear;
    lead = shared.lead;
    return () => {};
  },
}));
const { followChanges } = await import('./changes-elsewhere.ts');

let stop = () => {};
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const keys = {
  count: ['leads', 'count', 'Live'],
  lead: ['leads', 'one', '1'],
  imports: ['leads', 'imports', {}],
  companies: ['companies', 'live', {}],
  partners: ['partners', 'list'],
  partnerInWork: ['partners', 'one', '1'],
  tokensOfPartner: ['partners', 'tokens', '1'],
  administrators: ['accounts', 'administrators'],
  tokens: ['tokens', 'list'],
  facts: ['tokens', 'portal facts'],
  views: ['views', 'list'],
  crm: ['crm'],
  sessions: ['accounts', 'sessions'],
};

test.each<[ChangeKind, (keyof typeof keys)[]]>([
  ['leads', ['count', 'lead', 'imports']],
  ['companies', ['companies']],
  ['imports', ['imports']],
  ['tokens', ['tokensOfPartner', 'tokens']],
  ['views', ['views']],
  ['crm', ['crm']],
  [
    'partners',
    // Not the partner whom somebody is at work on.
    ['count', 'lead', 'imports', 'companies', 'partners', 'tokensOfPartner', 'administrators'],
  ],
])('When %s change elsewhere, %j are asked for again', async (kind, expected) => {
  const queries = newQueryClient();
  const asked: string[] = [];
  for (const [name, queryKey] of Object.entries(keys)) {
    const queryFn = async () => {
      asked.push(name);
      return 0;
    };
    new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {});
  }
  await vi.advanceTimersByTimeAsync(0);
  asked.length = 0;
  stop = followChanges(queries, 'me');
  say([kind]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked.sort()).toEqual([...expected].sort());
});

test('The first stream of a page says what the page has seen; to the next the server knows', async () => {
  const opened: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === endpoints.me.path) {
      return new Response('{}', { headers: { [headers.changesSince]: '12:20:13' } });
    }
    opened.push(url);
    // The first does not come about, the others end at once.
    return opened.length === 1 ? new Response('{}', { status: 503 }) : new Response('');
  });
  await call(endpoints.me);
  stop = followChanges(newQueryClient(), 'me');
  const leaving = new AbortController();
  const following = lead(say, leaving.signal);
  await vi.advanceTimersByTimeAsync(5_000);
  leaving.abort();
  await following;
  const { path } = endpoints.streamChanges;
  const marked = `${path}?since=12%3A20%3A13`;
  expect(opened.slice(0, 3)).toEqual([marked, marked, path]);
});

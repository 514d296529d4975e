import { expect, test } from 'vitest';
import type { LeadFilter, LeadSort } from '#contract/lead-queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import { readLeadFilter } from './lead-filter.ts';
import { countedByDay } from './lead-pages.queries.ts';

const now = new Date();

type Case = { filter?: Partial<LeadFilter>; whose?: Whose; sort?: LeadSort };

function keysOf({ filter = {}, whose = 'everyone', sort }: Case): string[] | undefined {
  const match = readLeadFilter(filter, { role: 'admin', now });
  const order = { sort, newSince: now };
  return countedByDay({ whose, match, page: { limit: 10, offset: 0, order, side: 'admin' } })?.keys;
}

test.each<[string[], Case]>([
  [['all'], {}],
  [['all'], { sort: 'created_at' }],
  [['status live'], { filter: { status_filter: 'Live' } }],
  [['status live', 'status contacted'], { filter: { status_filter: 'live,contacted' } }],
  [['text a'], { filter: { search: 'A' } }],
  [['text ab'], { filter: { search: 'ab' } }],
])('By day and as %j are counted the leads of %j', (keys, asked) => {
  expect(keysOf(asked)).toEqual(keys);
});

test.each<Case>([
  { whose: { partner: '0192aaaa-0000-7000-8000-000000000001' } },
  { whose: 'deleted partners' },
  { sort: 'company_name' },
  { filter: { status_filter: 'new' } },
  { filter: { search: 'abc' } },
  { filter: { search: 'ab', status_filter: 'live' } },
  { filter: { search: 'ab', country: 'Spain' } },
  { filter: { from: '2026-01-01' } },
])('By no day are counted the leads of %j', (asked) => {
  expect(keysOf(asked)).toBeUndefined();
});

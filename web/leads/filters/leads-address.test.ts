import { describe, expect, test, vi } from 'vitest';
import { leadFilter, leadSort } from '#contract/lead-queries.ts';
import { readListState } from '#web/lib/use-list-state.ts';
import {
  addressNames,
  cleanAddress,
  filterQueryOf,
  sortOf,
  statusesText,
  statusNames,
} from './leads-address.ts';

const read = (address: string, isAdmin = false) =>
  cleanAddress(readListState(new URLSearchParams(address), addressNames), isAdmin);
const asked = (address: string, isAdmin = false) => filterQueryOf(read(address, isAdmin));
const partner = '0192aaaa-0000-7000-8000-000000000009';

describe('What the server is asked for', () => {
  test.each([
    ['', {}],
    ['search=acme&page=3&size=20', { search: 'acme' }],
    ['statuses=contacted,closed won', { status_filter: 'contacted,closed won' }],
    ['statuses=in_progress,In Progress', { status_filter: 'in_progress' }],
    ['statuses=waiting\\, legal', { status_filter: 'waiting\\, legal' }],
    ['status=Live&statuses=contacted', { status_filter: 'contacted' }],
    ['status=Unqualified', { status_filter: 'closed lost,unqualified' }],
    ['country= Germany ', { country: 'Germany' }],
    ['source=api', { source: 'api' }],
    ['unread=true', { unread: 'true' }],
    ['stuck=true&reached=application_sent', { stuck: 'true', reached: 'application_sent' }],
    ['from=2026-11-09T00:00:00Z', { from: '2026-11-09T00:00:00.000Z' }],
    ['to=2026-11-16T00:00:00Z', { to: '2026-11-16T00:00:00.000Z' }],
    [
      'won_from=2026-11-09T00:00:00Z&won_to=2026-11-16T00:00:00Z',
      { won_from: '2026-11-09T00:00:00.000Z', won_to: '2026-11-16T00:00:00.000Z' },
    ],
  ])('of %s is %j', (address, query) => {
    expect(asked(address)).toEqual(query);
    expect(leadFilter.safeParse(asked(address)).success).toBe(true);
  });

  test.each([
    ['Pacific/Auckland', '2026-10-31T11:00:00.000Z', '2026-11-15T11:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-01T07:00:00.000Z', '2026-11-16T08:00:00.000Z'],
  ])('of days is the moments at which they begin and end in %s', (zone, from, to) => {
    vi.stubEnv('TZ', zone);
    expect(asked('from=2026-11-01&to=2026-11-15')).toEqual({ from, to });
    expect(leadFilter.safeParse({ from, to }).success).toBe(true);
  });

  test.each([
    'status=Nonsense',
    'statuses=,_, ,',
    `statuses=${'a'.repeat(2_001)}`,
    'import=autumn',
    'from=2026-02-30&to=yesterday',
    'from=15.11.2026',
    `country=${'x'.repeat(201)}`,
    'source=fax',
    'source=constructor',
    'unread=1',
    'stuck=1&reached=constructor',
    'won_from=2026-02-30T00:00:00Z&won_to=2026-11-16T12:00:00Z',
    'deleted=yes',
  ])('of %s, which is nonsense, is nothing', (address) => {
    expect(asked(address, true)).toEqual({});
  });

  test('of what only administrators may ask for is nothing for anybody else', () => {
    const address = `partner=${partner}&deleted=true`;
    expect(asked(address)).toEqual({});
    expect(asked(address, true)).toEqual({ partner_id: partner, deleted: 'true' });
  });
});

test.each([
  ['', '-created_at', ''],
  ['sort=-created_at', '-created_at', ''],
  ['sort=company_name', 'company_name', 'company_name'],
  ['sort=-status', '-status', '-status'],
  ['sort=password', '-created_at', ''],
  ['sort=toString', '-created_at', ''],
])('The order of %s is %s', (address, sort, kept) => {
  expect(sortOf(read(address))).toBe(sort);
  expect(read(address).sort).toBe(kept);
  expect(leadSort.parse(sort)).toBe(sort);
});

test('Statuses are read as they were written, commas in them too', () => {
  const names = ['Contacted', 'waiting, again', 'closed won'];
  expect(statusNames(statusesText(names))).toEqual(names);
});

import { expect, test } from 'vitest';
import { groupOf, statusGroups, statusKey } from '#contract/lead-status.ts';
import { findStatuses, knownStatuses } from './status-choices.ts';

const labels = (found: { label: string }[]) => found.map(({ label }) => label);

test('The status list offers every status of every group once, under its group', () => {
  const keys = knownStatuses.map(({ value }) => statusKey(value));
  expect(new Set(keys).size).toBe(keys.length);
  for (const { value, group } of knownStatuses) expect(groupOf(value)).toBe(group);
  const all = statusGroups.flatMap(({ statuses }) => statuses.map(statusKey));
  expect(new Set(keys)).toEqual(new Set(all));
});

/** spec §4: what is stored is one of the specification's own spellings, whatever the list shows. */
test('A known status is stored as the specification writes it', () => {
  const written: string[] = statusGroups.flatMap(({ statuses }) => [...statuses]);
  for (const { value } of knownStatuses) expect(written).toContain(value);
  expect(labels(knownStatuses)).toContain('Closed Won (Implementation)');
  expect(labels(knownStatuses)).not.toContain('closed lost');
});

test.each([
  ['live', 'live'],
  ['closed lost', 'closed lost'],
  ['Closed_Lost ', 'closed lost'],
  ['in progress', 'in progress'],
  ['open', 'open'],
  ['new', 'new'],
  ['unqualified', 'unqualified'],
  ['app', 'application sent'],
  ['waiting for legal', 'waiting for legal'],
  ['  Waiting for LEGAL ', 'Waiting for LEGAL'],
])('Typing %j and Enter sets the status %s', (typed, status) => {
  expect(findStatuses('contacted', typed).preferred?.value).toBe(status);
});

test.each([
  ['in_progress', 'in_progress'],
  [' LIVE ', 'LIVE'],
  ['Waiting', 'Waiting'],
  ['closed\twon', undefined],
  ['liv', undefined],
  ['something else', undefined],
])('Of %j the spelling %j is kept, where it is the whole of a status', (typed, written) => {
  expect(findStatuses('waiting', typed).written).toBe(written);
});

test('A whole status is meant, also where the present one differs from it by an accent only', () => {
  expect(findStatuses('líve', 'live').preferred?.value).toBe('live');
});

test('What is typed is offered as it is, last, unless it is a known status', () => {
  expect(labels(findStatuses('new', 'closed').found)).toEqual([
    'Closed Won',
    'Closed Won (Implementation)',
    'Closed Lost',
    "Set to 'closed'",
  ]);
  expect(labels(findStatuses('new', 'CLOSED_lost').found)).toEqual(['Closed Lost']);
});

test('With nothing typed all are offered, and Enter takes the present one', () => {
  const { found, preferred } = findStatuses('In_Progress', ' ');
  expect(found).toEqual(knownStatuses);
  expect(preferred?.label).toBe('In Progress');
});

test('A present status that is free text is offered too, so that the list can mark it', () => {
  const { found, preferred } = findStatuses('waiting for legal', '');
  expect(labels(found).slice(0, 2)).toEqual(['waiting for legal', 'New']);
  expect(preferred).toBe(found[0]);
  expect(labels(findStatuses('waiting for legal', 'Waiting for legal').found)).toEqual([
    'waiting for legal',
  ]);
});

test.each([null, '', ' ', 'nan'])('A status of %j is missing, and nothing is taken', (present) => {
  const { found, preferred } = findStatuses(present, '');
  expect(found).toEqual(knownStatuses);
  expect(preferred).toBeUndefined();
});

test.each([
  ['x'.repeat(101), 'Status must be at most 100 characters'],
  ['a\0b', 'Status has a character that cannot be stored'],
])('What no status may read is not offered: %j', (typed, refusal) => {
  expect(findStatuses('new', typed)).toEqual({ found: [], refusal });
  expect(findStatuses('new', 'x'.repeat(100)).refusal).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { CrmValue } from '#contract/crm.ts';
import { aCrm, aValue } from './crm.fixture.ts';
import { moreParkedText } from './crm-text.ts';
import {
  another,
  changesBetween,
  changesIn,
  choiceFor,
  leaves,
  statusOptions,
  unnamed,
  withChoice,
} from './mapping-draft.ts';

const value = (change: Partial<CrmValue> = {}): CrmValue => ({
  kind: 'stage',
  value: 'closedwon',
  label: 'Closed won',
  status: null,
  is_new: false,
  leads: 0,
  ...change,
});
const same = (status: string | null) => ({ kind: 'stage', value: 'closedwon', status });

test.each([
  [{ status: 'closed won' }, { option: 'status closed won', text: '' }],
  [{ status: 'Closed_Won' }, { option: 'status closed won', text: '' }],
  [{ status: 'Waiting for legal' }, { option: another, text: 'Waiting for legal' }],
  [{ status: null }, { option: leaves, text: '' }],
  [
    { status: null, is_new: true },
    { option: unnamed, text: '' },
  ],
])('A value saved as %j stands at %j in the list', (saved, choice) => {
  expect(choiceFor({}, value(saved))).toEqual(choice);
});

test.each([
  [{ option: 'status application sent', text: '' }, 'application sent'],
  [{ option: 'status closed won (implementation)', text: '' }, 'Closed Won (Implementation)'],
  [{ option: another, text: '  Waiting for legal ' }, 'Waiting for legal'],
  [{ option: another, text: 'live' }, 'live'],
  [{ option: leaves, text: '' }, null],
])('Choosing %j sends the status %j', (choice, status) => {
  const saved = value({ status: 'new' });
  const draft = withChoice({}, saved, choice);
  expect(choiceFor(draft, saved)).toEqual(choice);
  expect(changesIn(draft, [saved])).toEqual([same(status)]);
});

test('That a new value leaves leads as they are is a choice too', () => {
  const unseen = value({ is_new: true });
  expect(changesIn(withChoice({}, unseen, { option: leaves, text: '' }), [unseen])).toEqual([
    same(null),
  ]);
});

test('Going back to what is saved is no change', () => {
  const saved = value({ status: 'closed won' });
  const draft = withChoice({}, saved, { option: leaves, text: '' });
  expect(withChoice(draft, saved, { option: 'status closed won', text: '' })).toEqual({});
});

test('Values of the same name of two kinds are told apart, and one that is gone is not sent', () => {
  const stage = value({ value: 'OPEN' });
  const status = value({ value: 'OPEN', kind: 'lead_status' });
  const draft = withChoice({}, stage, { option: 'status open', text: '' });
  expect(choiceFor(draft, status)).toEqual({ option: leaves, text: '' });
  expect(changesIn(draft, [status])).toEqual([]);
});

test('The list offers every known status once, as it is shown', () => {
  const labels = statusOptions.flatMap(({ items }) => items.map(({ label }) => label));
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toEqual(expect.arrayContaining(['In Progress', 'Application Submitted', 'Live']));
  expect(statusOptions.map(({ group }) => group)).toContain('Unqualified');
});

test('Another text of one’s own is a change, and the same is none', () => {
  const own = aValue({ status: 'on ice' });
  expect(withChoice({}, own, { option: another, text: 'thawed' })).not.toEqual({});
  expect(withChoice({}, own, { option: another, text: 'on ice' })).toEqual({});
});

test('That somebody else has left a new value as it is, is told as a change', () => {
  const values = (is_new: boolean) => [aValue({ label: 'Stalled', status: null, is_new })];
  expect(changesBetween(aCrm({ values: values(true) }), aCrm({ values: values(false) }))).toEqual([
    'Stalled: leaves the status as it is (was: not named yet)',
  ]);
});

test('How many more could not be sent is said only where there are more', () => {
  expect([moreParkedText(4, 4), moreParkedText(50, 51)]).toEqual([
    undefined,
    'The latest 50 of 51 are shown.',
  ]);
});

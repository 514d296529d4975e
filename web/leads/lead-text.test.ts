import { expect, test } from 'vitest';
import { groupOf, statusGroups, statusKey } from '#contract/lead-status.ts';
import type { Partner } from '#contract/partners.ts';
import { contactOf, partnerOptions, statusChoices } from './lead-text.ts';

const nameless = { first_name: null, last_name: null, contact_name: null };

test.each([
  [{ first_name: 'Ada', last_name: 'Lovelace', contact_name: 'Somebody Else' }, 'Ada Lovelace'],
  [{ first_name: 'Ada', last_name: null }, 'Ada'],
  [{ first_name: 'nan', last_name: 'Lovelace' }, 'Lovelace'],
  [{ contact_name: 'A. Lovelace' }, 'A. Lovelace'],
  [{ first_name: 'null', last_name: ' ', contact_name: 'A. Lovelace' }, 'A. Lovelace'],
  [{ contact_name: 'NaN' }, 'Not available'],
  [{}, 'Not available'],
])('The contact of %j reads %s', (names, text) => {
  expect(contactOf({ ...nameless, ...names })).toBe(text);
});

test('The status menu offers every status of every group once, under its group', () => {
  expect(statusChoices.map(({ group }) => group)).toEqual(statusGroups.map(({ name }) => name));
  const keys = statusChoices.flatMap(({ statuses }) => statuses.map(statusKey));
  expect(new Set(keys).size).toBe(keys.length);
  for (const { group, statuses } of statusChoices) {
    for (const status of statuses) expect(groupOf(status)).toBe(group);
  }
  const all = statusGroups.flatMap(({ statuses }) => statuses.map(statusKey));
  expect(new Set(keys)).toEqual(new Set(all));
});

const partner = (id: string, name: string, company: string | null = null): Partner => ({
  id,
  name,
  email: `${id}@x.example`,
  company,
  created_at: '2026-01-01T00:00:00.000Z',
});

test('The partner filter offers all partners, then each by name', () => {
  expect(partnerOptions([partner('2', 'Yuki'), partner('1', 'Amara')], '')).toEqual([
    { value: '', label: 'All Partners' },
    { value: '1', label: 'Amara' },
    { value: '2', label: 'Yuki' },
  ]);
});

test('Partners of the same name are told apart by company, or by email without one', () => {
  const labels = partnerOptions([partner('1', 'Kim', 'Acme'), partner('2', 'Kim')], '').map(
    ({ label }) => label,
  );
  expect(labels).toEqual(['All Partners', 'Kim (2@x.example)', 'Kim (Acme)']);
});

test('A partner in the address who is not in the list reads Unknown Partner', () => {
  expect(partnerOptions([partner('1', 'Kim')], 'gone').at(-1)).toEqual({
    value: 'gone',
    label: 'Unknown Partner',
  });
  expect(partnerOptions([], '')).toEqual([{ value: '', label: 'All Partners' }]);
  expect(partnerOptions([partner('1', 'Kim')], '1')).toHaveLength(2);
});

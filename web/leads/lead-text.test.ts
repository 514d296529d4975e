import { expect, test } from 'vitest';
import { groupOf, statusGroups, statusKey } from '#contract/lead-status.ts';
import { contactOf, statusChoices } from './lead-text.ts';

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

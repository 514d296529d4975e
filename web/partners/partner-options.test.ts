import { expect, test } from 'vitest';
import { partnerLabel, partnerOptions } from './partner-options.ts';

function partner(id: string, name: string, company: string | null = null) {
  return { id, name, company, email: `${id}@x.example`, created_at: '2026-01-01T00:00:00Z' };
}

test('A partner filter offers All Partners, each by name, and last those who are deleted', () => {
  expect(partnerOptions([partner('2', 'Yuki'), partner('1', 'Amara')])).toEqual([
    { value: '', label: 'All Partners' },
    { value: '1', label: 'Amara' },
    { value: '2', label: 'Yuki' },
    { value: 'unknown', label: 'Unknown Partner' },
  ]);
});

test('Partners of the same name are told apart by company, or by email without one', () => {
  const same = [partner('1', 'Kim', 'Acme'), partner('2', 'Kim'), partner('3', 'Kim', '')];
  expect(partnerOptions(same).map(({ label }) => label)).toEqual([
    'All Partners',
    'Kim (2@x.example)',
    'Kim (3@x.example)',
    'Kim (Acme)',
    'Unknown Partner',
  ]);
});

test('A partner who is called nan is not available, and told apart by what there is', () => {
  const nameless = [
    partner('1', 'nan', 'null'),
    partner('2', 'NULL', 'Acme'),
    partner('3', 'Kim', 'nan'),
    partner('4', 'Kim', 'Borealis'),
  ];
  expect(partnerOptions(nameless).map(({ label }) => label)).toEqual([
    'All Partners',
    'Kim (3@x.example)',
    'Kim (Borealis)',
    'Not available (1@x.example)',
    'Not available (Acme)',
    'Unknown Partner',
  ]);
});

test.each([
  ['', 'All Partners'],
  ['1', 'Kim'],
  ['unknown', 'Unknown Partner'],
  ['somebody who is not in the list', 'Unknown Partner'],
])('With %j in the address the filter reads %s', (selected, label) => {
  expect(partnerLabel(partnerOptions([partner('1', 'Kim')]), selected)).toBe(label);
});

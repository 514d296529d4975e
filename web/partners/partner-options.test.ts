import { expect, test } from 'vitest';
import { partnerOptions } from './partner-options.ts';

function partner(id: string, name: string, company: string | null = null) {
  return { id, name, company, email: `${id}@x.example`, created_at: '2026-01-01T00:00:00Z' };
}

test('A partner filter offers All Partners, then each by name', () => {
  expect(partnerOptions([partner('2', 'Yuki'), partner('1', 'Amara')], '')).toEqual([
    { value: '', label: 'All Partners' },
    { value: '1', label: 'Amara' },
    { value: '2', label: 'Yuki' },
  ]);
});

test('Partners of the same name are told apart by company, or by email without one', () => {
  const options = partnerOptions([partner('1', 'Kim', 'Acme'), partner('2', 'Kim')], '');
  expect(options.map(({ label }) => label)).toEqual([
    'All Partners',
    'Kim (2@x.example)',
    'Kim (Acme)',
  ]);
});

test('A partner in the address who is not in the list reads Unknown Partner', () => {
  const options = partnerOptions([partner('1', 'Kim')], 'gone');
  expect(options.at(-1)).toEqual({ value: 'gone', label: 'Unknown Partner' });
  expect(partnerOptions([partner('1', 'Kim')], '1')).toHaveLength(2);
});

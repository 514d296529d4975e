import { expect, test } from 'vitest';
import type { MappedValue } from '#server/crm/kept/mapping.ts';
import type { PushedLead } from './lead-properties.ts';
import { firstStatuses } from './statuses.ts';

const value = (name: string, status: string | null, kind: MappedValue['kind'] = 'lead_status') => {
  const isStage = kind === 'stage';
  return {
    ...{ kind, value: name, status, is_gone: false },
    ...{ pipeline: isStage ? 'sales' : null, is_first: isStage },
  };
};
const mapping = [
  value('scheduled', null, 'stage'),
  value('OPEN', 'open'),
  value('CONNECTED', 'connected'),
];
const lead = (email: string | null, status: string | null, status_changed_at: string | null) =>
  ({ email, status, status_changed_at }) as PushedLead;

test('Of leads of one person a new contact gets the status that was set last, in any order', () => {
  const earlier = lead('Ada@acme.example', 'open', '2026-11-15T10:00:00.000Z');
  const later = lead('ada@acme.example ', 'connected', '2026-11-15T11:00:00.000Z');
  const never = lead('ada@acme.example', 'open', null);
  const expected = new Map([['ada@acme.example', 'CONNECTED']]);
  expect(firstStatuses(mapping, [earlier, later, never])).toEqual(expected);
  expect(firstStatuses(mapping, [never, later, earlier])).toEqual(expected);
});

test('Without an email, a status, or a value that is called so, no contact gets any', () => {
  const leads = [
    lead(null, 'open', null),
    lead('a@b.example', null, null),
    lead('c@d.example', 'live', null),
  ];
  expect(firstStatuses(mapping, leads)).toEqual(new Map());
});

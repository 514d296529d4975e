import { expect, test } from 'vitest';
import { aLeadInFull } from '../lead.fixture.ts';
import { customFacts } from './lead-facts.ts';

test.each([
  ['a yes or no', true, 'False', false],
  ['a yes or no', false, 'TRUE', true],
  ['a yes or no', true, 'untrue', 'untrue'],
  ['a number', 7, '8.5', 8.5],
  ['a number', 7, 'eight', 'eight'],
  ['a text', 'yes', 'true', 'true'],
  ['a text', '7', '8', '8'],
  ['anything', true, ' ', null],
])('What a system sent as %s (%o), corrected to %o, is sent as %o', (_, former, typed, sent) => {
  const lead = aLeadInFull({ custom_fields: { vip: former, other: 1 } });
  const fact = customFacts(lead).find(({ label }) => label === 'vip');
  expect(fact?.change(lead, typed)).toEqual({ custom_fields: { vip: sent, other: 1 } });
});

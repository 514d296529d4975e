import { expect, test } from 'vitest';
import { inPlainWords } from './plain-words.ts';

const list = (...problems: object[]) =>
  `Property values were not valid: ${JSON.stringify(problems)}`;
const country = {
  isValid: false,
  message: 'Norway was not a valid number.',
  error: 'INVALID_INTEGER',
  name: 'partner_portal_country',
};
const unknown = {
  isValid: false,
  message: 'Property "partner_portal_notes" does not exist',
  error: 'PROPERTY_DOESNT_EXIST',
  name: 'partner_portal_notes',
};

test.each([
  [list(country), 'Norway was not a valid number, property "Lead: Country"'],
  [
    list(country, unknown),
    'Norway was not a valid number, property "Lead: Country"; HubSpot has no property "Lead: Notes" (partner_portal_notes)',
  ],
  [list({ ...unknown, name: 'ours' }), 'HubSpot has no property "ours"'],
  ['Contact already exists', 'Contact already exists'],
  ['It ends in [{ and no list]', 'It ends in [{ and no list]'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), `${'x'.repeat(299)}…`],
])('HubSpot says %s', (message, words) => {
  expect(inPlainWords({ message, faults: [] })).toBe(words);
});

test('What HubSpot names property by property needs not be read out of its sentence', () => {
  const faults = [{ property: 'email', message: 'Email address x is invalid' }];
  expect(inPlainWords({ message: 'Not valid', faults })).toBe(
    'Email address x is invalid, property "Email"',
  );
});

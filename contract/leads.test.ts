import { expect, test } from 'vitest';
import { fieldMessages } from './fields.ts';
import { externalLead, leadChange } from './leads.ts';

const person = { first_name: 'Ada', last_name: 'Byron', email: 'ada@acme.example' };

/** Custom fields that count how often one of their values is looked at. */
function watchedFields(count: number) {
  let looks = 0;
  const fields = {};
  for (let field = 0; field < count; field++) {
    Object.defineProperty(fields, `field ${field}`, { enumerable: true, get: () => ++looks });
  }
  return { fields, looks: () => looks };
}

test('Of too many custom fields no value is looked at', () => {
  const { fields, looks } = watchedFields(51);
  const { error } = externalLead.safeParse({ ...person, custom_fields: fields });
  expect(error && fieldMessages(error)).toEqual({
    custom_fields: 'At most 50 custom fields are allowed',
  });
  expect(looks()).toBe(0);
});

test('The values of 50 custom fields are looked at', () => {
  const { fields, looks } = watchedFields(50);
  expect(externalLead.safeParse({ ...person, custom_fields: fields }).success).toBe(true);
  expect(looks()).toBeGreaterThanOrEqual(50);
});

test('However many fields are wrong, at most 20 are told', () => {
  const values = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, []]));
  const { error } = externalLead.safeParse({ ...person, email: 'nobody', custom_fields: values });
  const messages = error ? fieldMessages(error) : {};
  expect(Object.keys(messages)).toHaveLength(20);
  expect(messages.email).toBe('Invalid email format');
});

const missing = 'Status is required';
const lines = 'Status must be one line, without tabs or other control characters';

test.each([
  ['\u200b', missing],
  ['\u00a0\n\u200d', missing],
  ['_', missing],
  ['closed\nwon', lines],
  ['closed\twon', lines],
  ['closed\u2028won', lines],
  ['closed\u0007won', lines],
])('The status %j is refused: %s', (status, message) => {
  const { error } = leadChange.safeParse({ status });
  expect(error && fieldMessages(error)).toEqual({ status: message });
});

test.each(['Waiting, legal', 'In\u00a0Progress', '等待\u200d法律', ' live\n'])(
  'The status %j is taken as it was written, without the blanks around it',
  (status) => expect(leadChange.parse({ status })).toEqual({ status: status.trim() }),
);

import { expect, test } from 'vitest';
import { leadCountQuery, leadFilter } from './lead-queries.ts';

const long = 'x'.repeat(2_001);

test.each([
  [leadFilter, { status_filter: ['new', 'live'] }, 'status_filter must be text'],
  [leadFilter, { status_filter: long }, 'status_filter must be at most 2000 characters'],
  [leadCountQuery, {}, 'status_group is required'],
  [leadCountQuery, { status_group: long }, 'status_group must be at most 2000 characters'],
])('What is wrong with a list of statuses is said of it (%#)', (schema, query, message) => {
  expect(schema.safeParse(query).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('A list of statuses may be as long as its bound', () => {
  const status_filter = long.slice(1);
  expect(leadFilter.parse({ status_filter })).toMatchObject({ status_filter });
});

import { expect, test } from 'vitest';
import { checkQuery } from './imports.ts';

test('A choice of columns of more than 2,000 characters is refused before it is taken apart', () => {
  const faultOf = (columns: string) => checkQuery.safeParse({ columns }).error?.issues;
  const message =
    'columns must name each column and each field once, such as 0:company_name,3:email';
  expect(faultOf(','.repeat(2_000))).toMatchObject([{ code: 'custom', message }]);
  expect(faultOf(','.repeat(2_001))).toMatchObject([{ code: 'too_big', message }]);
});

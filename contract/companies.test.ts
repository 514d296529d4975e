import { expect, test } from 'vitest';
import { companyChange } from './companies.ts';

const read = (alltime_commission_payable: unknown) =>
  companyChange.safeParse({ alltime_commission_payable });

test.each([
  ['0', '0'],
  ['1250', '1250'],
  ['1250.5', '1250.5'],
  [' 1250.50 ', '1250.50'],
  ['999999999999.99', '999999999999.99'],
  ['', null],
  [null, null],
])('The amount %j is taken as %j', (amount, taken) => {
  expect(read(amount).data).toEqual({ alltime_commission_payable: taken });
});

test.each(['1000000000000', '1000000000000.00', '1.234', '1.', '.5', '-1', '1e3', '1,5', 'NaN', 7])(
  'The amount %j, which the column cannot hold as it is, is refused',
  (amount) => {
    expect(read(amount).error?.issues[0]?.message).toBe(
      'Alltime Commission must be an amount such as 1250 or 1250.50',
    );
  },
);

test('A reason has at most 500 characters', () => {
  const given = (length: number) =>
    companyChange.safeParse({ alltime_commission_payable: '1', reason: 'x'.repeat(length) });
  expect([given(500).success, given(501).success]).toEqual([true, false]);
});

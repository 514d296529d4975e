import { expect, test } from 'vitest';
import { difference, shareOf } from './commissions.ts';
import { companyChange } from './companies.ts';

test.each([
  ['12', '10400.00', '1248.00'],
  ['12.5', '3980', '497.50'],
  ['0', '10400.00', '0.00'],
  ['100', '999999999999.99', '999999999999.99'],
  ['7.5', '0.07', '0.01'],
  ['10', '0.05', '0.01'],
  ['10', '0.04', '0.00'],
  ['33.3333', '100.00', '33.33'],
  ['0.0001', '5000.00', '0.01'],
])('%s per cent of %s is %s: half a cent is rounded up', (rate, base, share) => {
  expect(shareOf({ rate, base })).toBe(share);
});

test.each([
  [null, '10.5', '10.50'],
  ['10.50', null, '-10.50'],
  ['0.1', '0.3', '0.20'],
  ['999999999999.99', '0.00', '-999999999999.99'],
  ['-5.00', '5.00', '10.00'],
  ['0.02', '0.01', '-0.01'],
  [null, null, '0.00'],
])('From %s to %s is %s', (from, to, grown) => {
  expect(difference(from, to)).toBe(grown);
});

const explained = (change: object) =>
  companyChange.safeParse({
    commission_payable_to_partner: '1248',
    commission_payable_rate: '12',
    commission_payable_base: '10400',
    ...change,
  });

test.each([
  {},
  { commission_payable_to_partner: '1248.00' },
  { commission_payable_rate: '12.0000', commission_payable_base: '10400.00' },
  { commission_payable_rate: '', commission_payable_base: '' },
  { commission_payable_rate: null, commission_payable_base: null },
  { reason: 'Fees of October' },
])('An explanation with %j is taken', (change) => {
  expect(explained(change).success).toBe(true);
});

test.each([
  [
    { commission_payable_to_partner: '1250' },
    'commission_payable_to_partner',
    '12 % of 10,400.00 is 1,248.00, not 1,250.00',
  ],
  [
    { commission_payable_to_partner: '' },
    'commission_payable_to_partner',
    'Give the amount that the rate and its base explain',
  ],
  [
    { commission_payable_base: '' },
    'commission_payable_base',
    'Give both a rate and what it is of, or neither',
  ],
  [
    { commission_payable_rate: null },
    'commission_payable_rate',
    'Give both a rate and what it is of, or neither',
  ],
  ...['101', '-1', '12,5', '1e1', '12.34567', '12 %'].map((commission_payable_rate) => [
    { commission_payable_rate },
    'commission_payable_rate',
    'Commission Payable rate must be a rate of up to 100 per cent, such as 12 or 12.5',
  ]),
] as [object, string, string][])(
  'An explanation with %j is refused at %s: %s',
  (change, field, message) => {
    const [issue] = explained(change).error?.issues ?? [];
    expect([issue?.path.join('.'), issue?.message]).toEqual([field, message]);
  },
);

test('A reason or a version alone is nothing to change', () => {
  for (const change of [{ reason: 'Because' }, { version: 1 }]) {
    expect(companyChange.safeParse(change).error?.issues[0]?.message).toBe(
      'Give at least one commission to change',
    );
  }
});

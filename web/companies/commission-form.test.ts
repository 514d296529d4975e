import { expect, test } from 'vitest';
import { isChanged, type Values, valuesOf, withTheirs } from './commission-form.ts';
import { company } from './company.fixture.ts';

const payable = (amount: string | null, rate: string | null = null, base: string | null = null) =>
  company({
    commission_payable_to_partner: amount,
    commission_payable_rate: rate,
    commission_payable_base: base,
  });
const mine = (amount: string, rate = '', base = ''): Values =>
  valuesOf(payable(amount, rate, base));
const explained = payable('1248.00', '12', '10400.00');

test.each([
  ['the same', mine('1248.00', '12', '10400.00'), false],
  ['the same, written shorter', mine(' 1248 ', '12.0', '10400'), false],
  ['another amount', mine('1248.01', '12', '10400.00'), true],
  ['no amount', mine('', '12', '10400.00'), true],
  ['another rate', mine('1248.00', '12.5', '10400.00'), true],
  ['no explanation', mine('1248.00'), true],
])('Of what is explained, %s is a change: %#', (_, values, changed) => {
  expect(isChanged(values, explained)).toBe(changed);
});

test.each([
  [
    'nothing',
    payable('5.00'),
    mine('5.00'),
    payable('99.00', '9', '1100.00'),
    ['99.00', '9', '1100.00'],
  ],
  ['the amount', payable('5.00'), mine('7'), payable('99.00', '9', '1100.00'), ['7', '', '']],
  [
    'the amount to theirs',
    payable('5.00'),
    mine('99'),
    payable('99.00', '9', '1100.00'),
    ['99', '9', '1100.00'],
  ],
  [
    'the explanation',
    payable('5.00'),
    mine('5.00', '5', '100'),
    payable('99.00'),
    ['5.00', '5', '100'],
  ],
  [
    'the rate alone',
    explained,
    mine('1560.00', '15', '10400.00'),
    payable('99.00', '9', '1100.00'),
    ['1560.00', '15', '10400.00'],
  ],
  [
    'that it is explained',
    explained,
    mine('1248.00'),
    payable('99.00', '9', '1100.00'),
    ['99.00', '', ''],
  ],
  [
    'the amount, which it no longer explains',
    explained,
    mine('7'),
    payable('1248.00', '12', '10400.00'),
    ['7', '', ''],
  ],
])(
  'Whoever has changed %s keeps that, and takes the rest as somebody else left it',
  (_, before, values, theirs, kept) => {
    const next = withTheirs({ ...values, reason: 'Fees' }, before, theirs);
    expect([
      next.commission_payable_to_partner,
      next.commission_payable_rate,
      next.commission_payable_base,
    ]).toEqual(kept);
    expect(next.reason).toBe('Fees');
  },
);

import { expect, test } from 'vitest';
import { changedTotals } from './changed-totals.ts';
import { company } from './company.fixture.ts';

const totals = (payable: string | null, without: number) => ({
  companies: 2,
  commission_payable_to_partner: payable,
  alltime_commission_payable: null,
  not_available: { commission_payable_to_partner: without, alltime_commission_payable: 2 },
});
const paying = (commission_payable_to_partner: string | null) =>
  company({ commission_payable_to_partner, alltime_commission_payable: null });

test.each([
  ['0.10', '0.30', totals('0.10', 1), totals('0.30', 1)],
  [null, '5.00', totals('0.10', 1), totals('5.10', 0)],
  [null, '5.00', totals(null, 2), totals('5.00', 1)],
  ['5.00', null, totals('5.00', 1), totals(null, 2)],
  ['9.99', '0.00', totals('999999999999.99', 0), totals('999999999990.00', 0)],
])('From %s to %s', (from, to, before, after) => {
  expect(changedTotals(before, paying(from), paying(to))).toEqual(after);
});

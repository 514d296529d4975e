import {
  type CommissionTotals,
  commissionNames,
  difference,
  sumOf,
} from '#contract/commissions.ts';
import type { Company } from '#contract/companies.ts';

/** The totals of a list once one of its companies pays something else. */
export function changedTotals(
  totals: CommissionTotals,
  before: Company,
  now: Company,
): CommissionTotals {
  const changed = { ...totals, not_available: { ...totals.not_available } };
  for (const name of commissionNames) {
    changed.not_available[name] += Number(now[name] === null) - Number(before[name] === null);
    const isAnyKnown = changed.not_available[name] < totals.companies;
    changed[name] = isAnyKnown
      ? sumOf(totals[name] ?? '0', difference(before[name], now[name]))
      : null;
  }
  return changed;
}

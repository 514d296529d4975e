import type { CommissionName } from '#contract/commissions.ts';

/** From so many digits before the point on, three amounts have no room beside each other on a tablet. */
const large = /\d{8}/;

export function areLarge(amounts: (string | null)[]): boolean {
  return amounts.some((amount) => large.test(amount ?? ''));
}

export function bothOf(sums: Record<CommissionName, string | null>): (string | null)[] {
  return [sums.commission_payable_to_partner, sums.alltime_commission_payable];
}

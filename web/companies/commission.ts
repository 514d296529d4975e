import { commissionNames } from '#contract/commissions.ts';
import type { Company } from '#contract/companies.ts';
import type { ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { amountText } from '#web/ui/amount.ts';
import { isMissing, notAvailable } from '#web/ui/format.ts';

export type Source = ResponseOf<typeof routes.listLiveCompanies>['source'];

const missingIn: Record<Source, string> = {
  portal: notAvailable,
  hubspot: `${notAvailable} in HubSpot`,
};

/** spec §2, Live Companies: an amount, or why there is none. */
export function commissionText(
  amount: string | null,
  source: Source,
  currency: string | undefined,
): string {
  return isMissing(amount) ? missingIn[source] : amountText(amount, currency);
}

/** Whether it has or had an amount: what was earned is corrected and paid out, live or not. */
export function hasPaid(company: Company): boolean {
  return company.version > 1 || commissionNames.some((name) => !isMissing(company[name]));
}

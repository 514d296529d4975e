import {
  type CommissionName,
  type CompanyEvent,
  commissions,
  difference,
  type Explanation,
} from '#contract/commissions.ts';
import type { Company } from '#contract/companies.ts';
import { groupDigits } from '#web/ui/format.ts';

/** An amount in the portal's currency: USD 1,248.00. */
export function moneyText(amount: string, currency: string): string {
  return `${currency}\u00A0${groupDigits(amount)}`;
}

/** By how much something grew or shrank, with its sign. */
export function growthText(amount: string): string {
  if (/^-?0+(\.0+)?$/.test(amount)) return groupDigits(amount.replace('-', ''));
  return amount.startsWith('-') ? `−${groupDigits(amount.slice(1))}` : `+${groupDigits(amount)}`;
}

export function growthOf(
  event: Pick<CompanyEvent, 'changes'>,
  name: CommissionName,
): string | null {
  const change = event.changes[name];
  return change ? growthText(difference(change.from, change.to)) : null;
}

/** How an amount comes about: 12 % of 10,400.00. */
export function explanationText({ rate, base }: Explanation): string {
  return `${rate}\u00A0% of ${groupDigits(base)}`;
}

/** What of a company explains one of its amounts. */
export function explanationFields(
  company: Company,
  name: CommissionName,
): { rate: string | null; base: string | null } {
  const { rate, base } = commissions[name];
  return { rate: company[rate], base: company[base] };
}

/** Why commissions changed, as far as somebody said so: their reason, and what makes the amounts. */
export function explanationsOf({ explanations }: Pick<CompanyEvent, 'explanations'>): string[] {
  const given = Object.entries(explanations) as [CommissionName, Explanation | null | undefined][];
  return given.flatMap(([name, explained]) =>
    explained ? [`${commissions[name].label}: ${explanationText(explained)}`] : [],
  );
}

/** How many have no amount, so that nobody takes them for zero. */
export function missingText(count: number): string {
  return `${groupDigits(count)} not available`;
}

export function otherPartnersText(count: number): string {
  return count === 1 ? 'and 1 more partner' : `and ${groupDigits(count)} more partners`;
}

export const moneyMessages = {
  earned: 'Earned this quarter',
  payable: 'Commission payable',
  alltime: 'Alltime commission',
  byPartner: 'By partner',
  notLoaded: 'The totals could not be loaded.',
  statement: 'Statement',
  counted:
    'Payable and alltime are of live companies; earned is of all, also of those that are no longer live.',
  noneLive: 'None live',
  nothingYet: 'No commissions have changed this quarter.',
} as const;

import {
  type CommissionName,
  type CommissionSource,
  type CompanyEvent,
  commissionNames,
  commissions,
  type Explanation,
  isSameAmount,
} from '#contract/commissions.ts';
import type { Company } from '#contract/companies.ts';
import { amountText, rateText } from '#web/ui/amount.ts';
import { counted, groupDigits } from '#web/ui/format.ts';

/** How an amount comes about: 12 % of 10,400.00. */
export function explanationText({ rate, base }: Explanation, currency: string | undefined): string {
  return `${rateText(rate)}\u00A0% of ${amountText(base, currency)}`;
}

/** What of a company explains one of its amounts. */
export function explanationFields(
  company: Company,
  name: CommissionName,
): { rate: string | null; base: string | null } {
  const { rate, base } = commissions[name];
  return { rate: company[rate], base: company[base] };
}

type Explained = Pick<CompanyEvent, 'changes' | 'explanations'>;

/** What makes the amounts since, as far as somebody said so. */
export function explanationsOf({ explanations }: Explained, currency: string | undefined) {
  return commissionNames.flatMap((name) => {
    const explained = explanations[name];
    const text = explained && explanationText(explained, currency);
    return text ? [`${commissions[name].label}: ${text}`] : [];
  });
}

/** An amount is explained as a whole: what it grew by only where there was nothing before. */
export function growthExplanation(
  { changes, explanations }: Explained,
  currency: string | undefined,
): string | undefined {
  const name = commissionNames.find((one) => {
    const change = changes[one];
    return change && explanations[one] && isSameAmount(change.from ?? '0', '0');
  });
  const explained = name && explanations[name];
  return explained ? explanationText(explained, currency) : undefined;
}

/** The portal and HubSpot keep amounts of their own: those of only one of them count. */
export const notCountedText: Record<CommissionSource, string> = {
  portal: 'An amount of HubSpot, which does not count here: commissions are kept in the portal.',
  hubspot: 'An amount of the portal, which no longer counts: commissions come from HubSpot.',
};

/** How many have no amount, so that nobody takes them for zero. */
export function missingText(count: number): string {
  return `${groupDigits(count)} not available`;
}

export function otherPartnersText(count: number): string {
  return `and ${counted(count, 'more partner')}`;
}

/** What the sums of the dashboard are of, and what they leave out. */
export function countedText(withoutAlltime: number): string {
  const summed = `${moneyMessages.payableOf} ${moneyMessages.earnedOf}`;
  if (withoutAlltime === 0) return summed;
  const whose = counted(withoutAlltime, 'live company', 'live companies');
  return `${summed} Not counted: ${whose} without an alltime commission.`;
}

/** How many of how many reasons are shown. */
export function latestText(shown: number, total: number): string {
  if (total === 1) return 'The only change this quarter';
  return shown < total
    ? `${shown} of ${groupDigits(total)} changes this quarter`
    : `All ${shown} changes this quarter`;
}

export const moneyMessages = {
  earned: 'Earned this quarter',
  // Sums; the amounts of one company are called by `commissions`, in capitals as the specification has it.
  payable: 'Commission payable',
  alltime: 'Alltime commission',
  byPartner: 'By partner',
  payableOfPartner: 'Payable',
  alltimeOfPartner: 'Alltime',
  notLoaded: 'The totals could not be loaded.',
  latestNotLoaded: 'The latest changes could not be loaded.',
  onlyPayable: 'payable',
  payableOf: 'Payable and alltime are of live companies.',
  earnedOf:
    'Earned is by how much alltime commissions grew, also of companies that are no longer live.',
  noneLive: 'None live',
  nothingYet: 'No commissions have changed this quarter.',
} as const;

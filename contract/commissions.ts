import { z } from 'zod';
import { person } from './events.ts';

/** What a company pays, and what explains each amount. */
export const commissions = {
  commission_payable_to_partner: {
    label: 'Commission Payable',
    rate: 'commission_payable_rate',
    base: 'commission_payable_base',
  },
  alltime_commission_payable: {
    label: 'Alltime Commission',
    rate: 'alltime_commission_rate',
    base: 'alltime_commission_base',
  },
} as const;
export type CommissionName = keyof typeof commissions;
export const commissionNames = Object.keys(commissions) as CommissionName[];

const amount = z.string().nullable();
const eachCommission = <T extends z.ZodType>(value: T) =>
  z.object({
    commission_payable_to_partner: value,
    alltime_commission_payable: value,
  });

/** Where commissions are kept: what administrators have set, or what HubSpot has. */
const commissionSource = z.enum(['portal', 'hubspot']).describe('where the commissions are kept');
export type CommissionSource = z.infer<typeof commissionSource>;

/** What comes with every sum. */
export const moneyFacts = {
  source: commissionSource,
  as_of: z
    .string()
    .nullable()
    .describe('when HubSpot was last asked; null where the portal keeps them itself'),
  currency: z.string().describe('ISO 4217'),
};

/** How many, of each kind of amount. */
export const commissionCounts = eachCommission(z.number().int());
/** How much, of each kind of amount. */
export const commissionSums = eachCommission(z.string());

/** Sums of what is known; null where nothing is. What is not available is counted beside. */
export const commissionTotals = eachCommission(amount).extend({
  companies: z.number().int().describe('how many are summed up'),
  /** How many of them have no such amount. */
  not_available: commissionCounts,
});
export type CommissionTotals = z.infer<typeof commissionTotals>;

export const partnerTotals = z.object({
  partner_id: z.string(),
  partner_name: z.string().nullable().describe('null reads Unknown Partner'),
  totals: commissionTotals,
  earned: z.string().describe('by how much the alltime commission has grown in the period'),
});
export type PartnerTotals = z.infer<typeof partnerTotals>;

export const amountChange = z.object({ from: amount, to: amount });
export const explanation = z.object({ rate: z.string(), base: z.string() });
export type Explanation = z.infer<typeof explanation>;

/** The amounts that changed. */
export const commissionChanges = eachCommission(amountChange.optional());
/** Of each amount whose explanation changed. */
export const commissionExplanations = eachCommission(explanation.nullable().optional());

/** Commissions that changed: who, when, from what to what, how they come about and why. */
export const companyEvent = z.object({
  id: z.string(),
  kind: z.literal('commission'),
  at: z.string(),
  by: person.nullable().describe('null: HubSpot'),
  source: commissionSource,
  changes: commissionChanges,
  /** Since then so much per cent of so much, or none. */
  explanations: commissionExplanations,
  reason: z.string().nullable(),
});
export type CompanyEvent = z.infer<typeof companyEvent>;

// Decimal text is summed up in whole cents: a float would round it.
function cents(value: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(value) ?? [];
  const size = BigInt(whole + fraction.padEnd(2, '0'));
  return sign ? -size : size;
}

function ofCents(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What is not available adds nothing. */
export function difference(from: string | null, to: string | null): string {
  return ofCents(cents(to ?? '0') - cents(from ?? '0'));
}

export function sumOf(one: string, other: string): string {
  return ofCents(cents(one) + cents(other));
}

export function isSameAmount(one: string, other: string): boolean {
  return cents(one) === cents(other);
}

/** 12 is 12.00, and none is none: of amounts and of rates. */
export function isSameNumber(one: string | null, other: string | null): boolean {
  const plain = (value: string | null) =>
    value?.replace(/^0+(?=\d)/, '').replace(/\.(\d*?)0*$/, (_, kept) => (kept ? `.${kept}` : ''));
  return plain(one) === plain(other);
}

const rateDecimals = 4;

/** So much per cent of so much, rounded to whole cents, half a cent up. */
export function shareOf({ rate, base }: Explanation): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  const scaledRate = BigInt(whole + fraction.padEnd(rateDecimals, '0'));
  const perCent = 100n * 10n ** BigInt(rateDecimals);
  return ofCents((scaledRate * cents(base) + perCent / 2n) / perCent);
}

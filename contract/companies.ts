import { z } from 'zod';
import {
  type CommissionName,
  commissionNames,
  commissions,
  isSameAmount,
  shareOf,
} from './commissions.ts';
import { companyText } from './company-text.ts';
import { optional, wholeNumber } from './fields.ts';
import { errorBody } from './http.ts';
import { maxPartnersSummed, maxReason } from './limits.ts';
import { pageQuery, partnerFilter, searchText } from './lists.ts';
import { period } from './statements.ts';

const amountPattern = /^(\d{1,12}(\.\d{1,2})?)?$/;
const ratePattern = /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)?$/;

/** Money is decimal text from end to end: a float would round a commission. */
function money(label: string) {
  const message = `${label} must be an amount such as 1250 or 1250.50`;
  return z
    .string(message)
    .trim()
    .regex(amountPattern, message)
    .transform((value) => value || null)
    .nullable()
    .optional();
}

function rate(label: string) {
  const message = `${label} must be a rate of up to 100 per cent, such as 12 or 12.5`;
  return z
    .string(message)
    .trim()
    .regex(ratePattern, message)
    .transform((value) => value || null)
    .nullable()
    .optional();
}

/** 1204.5 reads 1,204.50, as on every screen. */
function readable(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/** Why an amount is not what its rate and its base make it. */
export function misfit(explained: { rate: string; base: string }, amount: string): string | null {
  const share = shareOf(explained);
  if (isSameAmount(share, amount)) return null;
  return `${explained.rate} % of ${readable(explained.base)} is ${readable(share)}, not ${readable(amount)}`;
}

type Fault = { message: string; field: string };

/** A rate without a base says nothing, and both have to make the amount. */
function faultOf(change: Record<string, unknown>, name: CommissionName): Fault | null {
  const fields = commissions[name];
  const [rated, based, amount] = [change[fields.rate], change[fields.base], change[name]];
  if (!rated !== !based)
    return { message: companyText.rateAndBase, field: rated ? fields.base : fields.rate };
  if (!rated || !based || amount === undefined) return null;
  if (amount === null) return { message: companyText.nothingToExplain, field: name };
  const [rate, base, share] = [String(rated), String(based), String(amount)];
  // What is no number has been refused as such.
  const areNumbers =
    ratePattern.test(rate) && amountPattern.test(base) && amountPattern.test(share);
  const message = areNumbers ? misfit({ rate, base }, share) : null;
  return message ? { message, field: name } : null;
}

const { commission_payable_to_partner: payable, alltime_commission_payable: alltime } = commissions;

/**
 * What is left out stays as it is; null or an empty text makes it Not available. An explanation that is
 * left out stays for as long as its amount does.
 */
export const companyChange = z
  .object({
    commission_payable_to_partner: money(payable.label),
    commission_payable_rate: rate(`${payable.label} rate`),
    commission_payable_base: money(`${payable.label} base`),
    alltime_commission_payable: money(alltime.label),
    alltime_commission_rate: rate(`${alltime.label} rate`),
    alltime_commission_base: money(`${alltime.label} base`),
    reason: optional('Reason', maxReason).optional().describe('why, for the partner to read'),
    version: z
      .int('version must be a whole number')
      .optional()
      .describe('the version that was read: 409 where it is no longer that'),
  })
  .refine(({ reason: _, version: __, ...change }) => {
    return Object.values(change).some((value) => value !== undefined);
  }, companyText.nothingToChange)
  .superRefine((change, context) => {
    for (const name of commissionNames) {
      const fault = faultOf(change, name);
      if (fault) context.addIssue({ code: 'custom', message: fault.message, path: [fault.field] });
    }
  });
export type CompanyChange = z.output<typeof companyChange>;

const amount = z.string().nullable();
const explained = z.string().nullable().describe('null: not explained');

export const company = z.object({
  id: z.string(),
  name: z.string().nullable(),
  website: z.string().nullable(),
  partner_id: z.string(),
  partner_name: z.string().nullable().describe('null reads Unknown Partner'),
  commission_payable_to_partner: amount,
  commission_payable_rate: explained,
  commission_payable_base: explained,
  alltime_commission_payable: amount,
  alltime_commission_rate: explained,
  alltime_commission_base: explained,
  version: z.number().int().describe('grows with each change of the commissions'),
});
export type Company = z.infer<typeof company>;

export const companyDetails = company.extend({
  is_live: z.boolean(),
  live_since: z.string(),
});
export type CompanyDetails = z.infer<typeof companyDetails>;

/** Of a company’s leads: enough to choose one. */
export const companyLead = z.object({
  id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  contact_name: z.string().nullable(),
  email: z.string().nullable(),
  status: z.string().nullable(),
  created_at: z.string(),
});
export type CompanyLead = z.infer<typeof companyLead>;

/** A company of another partner that is the same one in HubSpot. */
export const sharedWith = company.pick({
  id: true,
  name: true,
  partner_id: true,
  partner_name: true,
});
export type SharedWith = z.infer<typeof sharedWith>;

/** Refused for a change of somebody else: with what the company is now. */
export const companyConflict = errorBody.extend({ company: company.optional() });

export const companiesQuery = pageQuery.extend({ search: searchText, partner_id: partnerFilter });

export const totalsQuery = z.object({
  search: searchText,
  partner_id: partnerFilter,
  ...period,
  limit: wholeNumber('limit', 1, maxPartnersSummed).default(maxPartnersSummed),
  offset: wholeNumber('offset', 0, Number.MAX_SAFE_INTEGER).default(0),
});

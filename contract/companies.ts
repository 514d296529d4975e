import { z } from 'zod';
import { pageQuery, partnerFilter, searchText } from './lists.ts';

export const companyText = {
  notFound: 'Company not found',
  nothingToChange: 'Give at least one commission to change',
} as const;

/** Money is decimal text from end to end: a float would round a commission. */
function money(label: string) {
  const message = `${label} must be an amount such as 1250 or 1250.50`;
  return z
    .string(message)
    .trim()
    .regex(/^(\d{1,12}(\.\d{1,2})?)?$/, message)
    .transform((value) => value || null)
    .nullable()
    .optional();
}

/** What is left out stays as it is; null or an empty text makes it Not available. */
export const companyChange = z
  .object({
    commission_payable_to_partner: money('Commission Payable'),
    alltime_commission_payable: money('Alltime Commission'),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: companyText.nothingToChange,
  });

export const company = z.object({
  id: z.string(),
  name: z.string().nullable(),
  website: z.string().nullable(),
  partner_id: z.string(),
  partner_name: z.string().nullable().describe('null reads Unknown Partner'),
  commission_payable_to_partner: z.string().nullable(),
  alltime_commission_payable: z.string().nullable(),
});
export type Company = z.infer<typeof company>;

export const companiesQuery = pageQuery.extend({ search: searchText, partner_id: partnerFilter });

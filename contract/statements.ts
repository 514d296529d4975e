import { z } from 'zod';
import { commissionCounts, commissionSums, companyEvent, moneyFacts } from './commissions.ts';
import { companyText } from './company-text.ts';
import { wholeNumber } from './fields.ts';
import { moment } from './lead-queries.ts';
import { maxPageSize, maxStatementChanges } from './limits.ts';
import { partnerFilter } from './lists.ts';

/** Of which days a sum is; left out, of the current quarter. */
export const period = {
  from: moment('from')
    .optional()
    .describe('from this day (UTC) or moment on; left out, from the beginning of this quarter'),
  to: moment('to')
    .optional()
    .describe('up to this day (UTC), which counts, or before this moment; left out, until now'),
};

const statementFilter = z.object({ partner_id: partnerFilter, ...period });

export const statementQuery = statementFilter.extend({
  limit: wholeNumber('limit', 1, maxPageSize)
    .optional()
    .describe(
      `so many of the newest changes, while the sums are of all; left out, ${maxStatementChanges}`,
    ),
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const statementFileQuery = statementFilter.extend({
  time_zone: z
    .string(companyText.statement.noTimeZone)
    .refine(isTimeZone, companyText.statement.noTimeZone)
    .optional()
    .describe('by which the file is named and dated; left out, moments in UTC'),
});

export const statementChange = companyEvent.extend({
  company: z.object({ id: z.string(), name: z.string().nullable() }),
});
export type StatementChange = z.infer<typeof statementChange>;

/** What a partner’s companies paid before a period, what changed in it and why, and what they pay since. */
export const statement = z.object({
  partner: z.object({
    id: z.string(),
    name: z.string().nullable().describe('null reads Unknown Partner'),
    company: z.string().nullable(),
  }),
  from: z.string(),
  to: z.string().describe('the first moment that is no longer of the period'),
  opening: commissionSums,
  /** The closing less the opening. */
  changed: commissionSums,
  closing: commissionSums,
  companies: z.number().int().describe('that were live by the end of the period and still are'),
  /** How many of these companies had no such amount at the end of the period. */
  not_available: commissionCounts,
  unrecorded: z
    .object({ companies: z.number().int(), before: z.string().nullable() })
    .describe(
      'companies whose amounts were there before changes were recorded, where that is later than the beginning of the period: they stand in the opening as they were then',
    ),
  changes: z.array(statementChange).describe('the newest, oldest first; the file has all'),
  changes_total: z.number().int(),
  ...moneyFacts,
});
export type Statement = z.infer<typeof statement>;

import { companyText } from '#contract/company-text.ts';
import { endOf } from '#contract/days.ts';
import { AppError } from '#server/app-error.ts';

/** From the first moment up to the one that is no longer of it. */
export type Period = { from: Date; before: Date };

type AskedPeriod = { from?: string | undefined; to?: string | undefined };

/** What is left out is the current quarter, until now. */
export function readPeriod({ from, to }: AskedPeriod, now: Date): Period {
  const quarter = Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3);
  const before = to === undefined ? now : endOf(to);
  const period = { from: new Date(from ?? quarter), before };
  if (period.before <= period.from) throw new AppError('invalid', companyText.statement.endsBefore);
  return period;
}

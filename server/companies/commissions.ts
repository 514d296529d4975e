import {
  type CommissionName,
  commissionNames,
  commissions,
  isSameNumber,
} from '#contract/commissions.ts';
import { type Company, type CompanyChange, misfit } from '#contract/companies.ts';
import { companyText } from '#contract/company-text.ts';
import { crmText } from '#contract/crm-text.ts';
import { AppError, invalidField } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { shortTransaction } from '#server/db/short-transaction.ts';
import { type Cause, recordCommissionChange } from '#server/events/events.ts';
import type { Whose } from '#server/lib/whose.ts';
import { type Commissions, lockPayingCompany, updateCommissions } from './companies.queries.ts';
import { type Recorded, readSource } from './companies.ts';

/** All that is asked for, or nothing; nobody overwrites what they have not seen. */
export async function correctCommissions(
  db: Database,
  caller: { id: string },
  id: string,
  change: Partial<CompanyChange>,
  cause: Cause,
): Promise<Company> {
  return shortTransaction(db, caller.id, (tx) =>
    changeCommissions(tx, 'everyone', id, change, cause),
  );
}

/** In the transaction of whoever calls it. */
export async function changeCommissions(
  tx: Db,
  whose: Whose,
  id: string,
  change: Partial<CompanyChange>,
  cause: Cause,
): Promise<Company> {
  const { source } = await readSource(tx);
  if (source === 'hubspot') throw new AppError('conflict', crmText.commissionsMirrored);
  const before = await lockPayingCompany(tx, whose, id);
  if (!before) throw new AppError('not_found', companyText.notFound);
  if (change.version !== undefined && change.version !== before.version)
    throw new AppError('conflict', companyText.changedMeanwhile, { details: { company: before } });

  const to = changedCommissions(before, change);
  if (commissionFields.every((field) => isSameNumber(before[field], to[field]))) return before;
  const company = await updateCommissions(tx, whose, id, to);
  if (!company) throw new Error('A company was locked but not found');
  await recordCommissionChange(tx, cause, company, whatChanged(before, company, change.reason));
  return company;
}

const commissionFields = commissionNames.flatMap((name) => {
  const { rate, base } = commissions[name];
  return [name, rate, base] as const;
});

/** Of each commission what is new: its amount, or what explains it. */
function whatChanged(before: Company, now: Company, reason: string | null = null): Recorded {
  const recorded: Recorded = { changes: {}, explanations: {}, reason };
  for (const name of commissionNames) {
    const { rate, base } = commissions[name];
    if (!isSameNumber(before[name], now[name]))
      recorded.changes[name] = { from: before[name], to: now[name] };
    if (isSameNumber(before[rate], now[rate]) && isSameNumber(before[base], now[base])) continue;
    recorded.explanations[name] =
      now[rate] === null || now[base] === null ? null : { rate: now[rate], base: now[base] };
  }
  return recorded;
}

/** What they are from now on: an explanation goes with the amount that it explained. */
function changedCommissions(before: Company, change: Partial<CompanyChange>): Commissions {
  const to: Commissions = { ...before };
  for (const name of commissionNames) Object.assign(to, changedCommission(before, change, name));
  return to;
}

function changedCommission(
  before: Company,
  change: Partial<CompanyChange>,
  name: CommissionName,
): Partial<Commissions> {
  const { rate, base } = commissions[name];
  const amount = change[name] === undefined ? before[name] : change[name];
  const isSent = change[rate] !== undefined || change[base] !== undefined;
  const explained = isSent
    ? { rate: change[rate] ?? null, base: change[base] ?? null }
    : { rate: before[rate], base: before[base] };
  if (explained.rate === null || explained.base === null)
    return { [name]: amount, [rate]: null, [base]: null };
  const fault =
    amount === null
      ? companyText.nothingToExplain
      : misfit({ rate: explained.rate, base: explained.base }, amount);
  if (!fault) return { [name]: amount, [rate]: explained.rate, [base]: explained.base };
  if (isSent) throw invalidField(name, fault);
  return { [name]: amount, [rate]: null, [base]: null };
}

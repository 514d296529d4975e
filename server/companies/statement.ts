import { difference } from '#contract/commissions.ts';
import { maxStatementChanges } from '#contract/limits.ts';
import { partnerText } from '#contract/partners.ts';
import type { Statement, StatementChange } from '#contract/statements.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { atOneMoment } from '#server/db/one-moment.queries.ts';
import { commissionEvent, readSource } from './companies.ts';
import type { Period } from './period.ts';
import {
  type ChangeRow,
  findBalance,
  findChanges,
  findGaps,
  findPartnerOf,
} from './statement.queries.ts';

export type Asked = { partner: string; period: Period };

/** Its sums and its changes are of one moment, so that they agree whatever is changed meanwhile. */
export function readStatement(db: Database, asked: Asked): Promise<Omit<Statement, 'currency'>> {
  return atOneMoment(db, (tx) => composeStatement(tx, asked));
}

/** In the transaction of whoever reads more at the same moment. */
export async function composeStatement(
  db: Db,
  { partner: partnerId, period }: Asked,
): Promise<Omit<Statement, 'currency'>> {
  const whose = { partner: partnerId };
  const partner = await findPartnerOf(db, partnerId);
  if (!partner) throw new AppError('not_found', partnerText.notFound);
  const kept = await readSource(db);
  const balance = await findBalance(db, whose, period, kept.source);
  const gaps = await findGaps(db, whose, period, kept.source);
  const { changes, total } = await findChanges(db, whose, period, kept.source, maxStatementChanges);
  return {
    partner,
    from: period.from.toISOString(),
    to: period.before.toISOString(),
    ...balanceOf(balance),
    ...gaps,
    changes: changes.map(statementChange).reverse(),
    changes_total: total,
    ...kept,
  };
}

/** Opening and closing are what there is now, less what has changed since. */
function balanceOf({
  now,
  changed,
  since,
}: Awaited<ReturnType<typeof findBalance>>): Pick<Statement, 'opening' | 'changed' | 'closing'> {
  const closing = {
    commission_payable_to_partner: difference(
      since.commission_payable_to_partner,
      now.commission_payable_to_partner,
    ),
    alltime_commission_payable: difference(
      since.alltime_commission_payable,
      now.alltime_commission_payable,
    ),
  };
  const opening = {
    commission_payable_to_partner: difference(
      changed.commission_payable_to_partner,
      closing.commission_payable_to_partner,
    ),
    alltime_commission_payable: difference(
      changed.alltime_commission_payable,
      closing.alltime_commission_payable,
    ),
  };
  return { opening, changed, closing };
}

export function statementChange({ company, ...event }: ChangeRow): StatementChange {
  return { ...commissionEvent(event), company };
}

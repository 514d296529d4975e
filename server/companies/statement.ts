import { type CommissionName, difference } from '#contract/commissions.ts';
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
type Shown = Asked & { limit: number };

/** Its sums and its changes are of one moment, so that they agree whatever is changed meanwhile. */
export function readStatement(db: Database, asked: Shown): Promise<Omit<Statement, 'currency'>> {
  return atOneMoment(db, (tx) => composeStatement(tx, asked));
}

/** In the transaction of whoever reads more at the same moment. */
export async function composeStatement(
  db: Db,
  { partner: partnerId, period, limit }: Shown,
): Promise<Omit<Statement, 'currency'>> {
  const whose = { partner: partnerId };
  const partner = await findPartnerOf(db, partnerId);
  if (!partner) throw new AppError('not_found', partnerText.notFound);
  const kept = await readSource(db);
  const balance = await findBalance(db, whose, period, kept.source);
  const gaps = await findGaps(db, whose, period, kept.source);
  const { changes, total } = await findChanges(db, whose, period, kept.source, limit);
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
  const closing = differences(since, now);
  return { opening: differences(changed, closing), changed, closing };
}

function differences(from: Statement['changed'], to: Statement['changed']): Statement['changed'] {
  const of = (name: CommissionName) => difference(from[name], to[name]);
  return {
    commission_payable_to_partner: of('commission_payable_to_partner'),
    alltime_commission_payable: of('alltime_commission_payable'),
  };
}

export function statementChange({ company, ...event }: ChangeRow): StatementChange {
  return { ...commissionEvent(event), company };
}

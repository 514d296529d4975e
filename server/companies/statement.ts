import { difference, type PartnerTotals } from '#contract/commissions.ts';
import { maxStatementChanges } from '#contract/limits.ts';
import { partnerText } from '#contract/partners.ts';
import { type Statement, type StatementChange, statementText } from '#contract/statements.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { atOneMoment } from '#server/db/one-moment.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import { commissionEvent, listLiveCompanies, readSource } from './companies.ts';
import {
  type ChangeRow,
  findBalance,
  findChanges,
  findGaps,
  findPartnerOf,
  type Period,
} from './statement.queries.ts';
import { findTotalsByPartner, sumEarned } from './totals.queries.ts';

type AskedPeriod = { from?: string | undefined; to?: string | undefined };
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** What is left out is the current quarter, until now. */
export function readPeriod({ from, to }: AskedPeriod, now: Date): Period {
  const quarter = Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3);
  const isDay = to !== undefined && !to.includes('T');
  const end = to === undefined ? now.getTime() : Date.parse(to) + (isDay ? dayMilliseconds : 0);
  const period = { from: new Date(from ?? quarter), before: new Date(end) };
  if (period.before <= period.from) throw new AppError('invalid', statementText.endsBefore);
  return period;
}

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

type Summed = { search: string | null; period: Period; limit: number; offset: number };
type Sums = Awaited<ReturnType<typeof listLiveCompanies>>;

/** What live companies pay in all and, for administrators, by partner. */
export function sumCommissions(
  db: Database,
  whose: Whose,
  isByPartner: boolean,
  asked: Summed,
): Promise<AllSums> {
  return atOneMoment(db, (tx) => sumUp(tx, whose, isByPartner, asked));
}

type AllSums = Pick<Sums, 'totals' | 'source' | 'as_of'> & {
  earned: string;
  partners: PartnerTotals[];
  partners_total: number;
};

async function sumUp(
  db: Db,
  whose: Whose,
  isByPartner: boolean,
  { search, period, limit, offset }: Summed,
): Promise<AllSums> {
  const { totals, source, as_of } = await listLiveCompanies(db, whose, {
    limit: 1,
    offset: 0,
    search,
  });
  const asked = { ...period, search };
  const { partners, total } = isByPartner
    ? await findTotalsByPartner(db, whose, { ...asked, limit, offset }, source)
    : { partners: [], total: 0 };
  const earned = await sumEarned(db, whose, asked, source);
  return { totals, earned, partners, partners_total: total, source, as_of };
}

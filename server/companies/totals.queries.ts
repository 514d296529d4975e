import type { CommissionSource, PartnerTotals } from '#contract/commissions.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import { liveCompanies, summedUp } from './companies.queries.ts';
import { keptEarnings, keptTotals, sumsOfKept } from './kept-totals.queries.ts';
import type { Period } from './period.ts';
import { changesOf } from './statement.queries.ts';

type Asked = Period & { search: string | null };

/** Each partner's part of what was earned, also of what is no longer live; a search narrows it. */
function earnedIn(whose: Whose, { search, ...period }: Asked, source: CommissionSource): Sql {
  if (!search) return keptEarnings(whose, period, source);
  return sql`
    select partner_id, earned_by(data) as earned from events
    where ${changesOf(source)} and ${ownedBy(whose)}
      and at >= ${period.from} and at < ${period.before}
      and subject_id in (select id from companies where ${liveCompanies(whose, search)})`;
}

const totalEarned = sql`coalesce(sum(earned), 0)::numeric(40, 2) as earned`;

export async function sumEarned(
  db: Db,
  whose: Whose,
  asked: Asked,
  source: CommissionSource,
): Promise<string> {
  const query = sql`select ${totalEarned} from (${earnedIn(whose, asked, source)}) earnings`;
  const [row] = await (asked.search ? db.queryOnce : db.query)<{ earned: string }>(query);
  return row?.earned ?? '0.00';
}

/** What the live companies of each partner pay. */
function payingPartners(whose: Whose, search: string | null, source: CommissionSource): Sql {
  if (!search) {
    return sql`
      select partner_id, ${sumsOfKept} from (${keptTotals(whose, source)}) kept
      group by partner_id having sum(companies) > 0`;
  }
  const { columns, joins } = summedUp(source);
  return sql`
    select partner_id, ${columns}
    from (select * from companies where ${liveCompanies(whose, search)}) company ${joins}
    group by partner_id`;
}

type PartnerRow = Omit<PartnerTotals, 'totals'> &
  PartnerTotals['totals'] & { of_all: number; earned_in_all: string };
export type TotalsByPartner = { partners: PartnerTotals[]; total: number; earned: string };

/**
 * For administrators: each partner's share of the totals, whoever earned the most first. Also of those
 * who have earned and have no live company any more, so that the rows add up to what was earned in all.
 */
export async function findTotalsByPartner(
  db: Db,
  whose: Whose,
  { limit, offset, ...asked }: Asked & { limit: number; offset: number },
  source: CommissionSource,
): Promise<TotalsByPartner> {
  const query = sql`
    with earnings as (
      select partner_id, ${totalEarned}
      from (${earnedIn(whose, asked, source)}) earnings
      group by partner_id having sum(earned) <> 0
    ), paying as (
      ${payingPartners(whose, asked.search, source)}
    ), shares as materialized (
      select partner_id, coalesce(companies, 0) as companies, commission_payable_to_partner,
        alltime_commission_payable,
        coalesce(not_available, ${JSON.stringify(noneMissing)}::jsonb) as not_available,
        coalesce(earned, 0.00) as earned
      from paying full join earnings using (partner_id)
    )
    select counted.*, share.*, owner.name as partner_name
    from (
      select count(*) as of_all, coalesce(sum(earned), 0.00) as earned_in_all from shares
    ) counted
    left join (
      select * from shares
      order by earned desc, commission_payable_to_partner desc nulls last, partner_id
      limit ${limit} offset ${offset}
    ) share on true
    left join users owner on owner.id = share.partner_id and owner.deleted_at is null
    order by share.earned desc, share.commission_payable_to_partner desc nulls last,
      share.partner_id`;
  const rows = await (asked.search ? db.queryOnce : db.query)<PartnerRow>(query);
  const partners = rows
    .filter(({ partner_id }) => partner_id !== null)
    .map(({ partner_id, partner_name, earned, of_all: _, earned_in_all: __, ...totals }) => {
      return { partner_id, partner_name, earned, totals };
    });
  const [{ of_all: total, earned_in_all: earned } = { of_all: 0, earned_in_all: '0.00' }] = rows;
  return { partners, total, earned };
}

/** Of whoever has no live company. */
const noneMissing = { commission_payable_to_partner: 0, alltime_commission_payable: 0 };

import type { CommissionSource, PartnerTotals } from '#contract/commissions.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import { liveCompanies, summedUp } from './companies.queries.ts';
import type { Period } from './period.ts';
import { changesOf, totalGrowth } from './statement.queries.ts';

type Asked = Period & { search: string | null };

/** Also of what is no longer live; a search narrows it to the companies that it finds. */
const earnedIn = (whose: Whose, { from, before, search }: Asked, source: CommissionSource) => sql`
  ${changesOf(source)} and ${ownedBy(whose)} and at >= ${from} and at < ${before}
  ${search ? sql`and subject_id in (select id from companies where ${liveCompanies(whose, search)})` : sql``}`;

export async function sumEarned(
  db: Db,
  whose: Whose,
  asked: Asked,
  source: CommissionSource,
): Promise<string> {
  const [row] = await db.queryOnce<{ earned: string }>(sql`
    select ${totalGrowth('alltime_commission_payable', sql`true`)} as earned
    from events where ${earnedIn(whose, asked, source)}`);
  return row?.earned ?? '0.00';
}

type PartnerRow = Omit<PartnerTotals, 'totals'> & PartnerTotals['totals'] & { of_all: number };

/**
 * For administrators: each partner's share of the totals, whoever earned the most first. Also of those
 * who have earned and have no live company any more, so that the rows add up to what was earned in all.
 */
export async function findTotalsByPartner(
  db: Db,
  whose: Whose,
  { limit, offset, ...asked }: Asked & { limit: number; offset: number },
  source: CommissionSource,
): Promise<{ partners: PartnerTotals[]; total: number }> {
  const { columns, joins } = summedUp(source);
  const rows = await db.queryOnce<PartnerRow>(sql`
    with earnings as (
      select partner_id, ${totalGrowth('alltime_commission_payable', sql`true`)} as earned
      from events where ${earnedIn(whose, asked, source)} group by partner_id
    ), live as (
      select * from companies where ${liveCompanies(whose, asked.search)}
    ), shares as (
      select owner_id as partner_id, ${columns}
      from (
        select partner_id as owner_id from live
        union select partner_id from earnings where earned <> 0
      ) owners
      left join live company on company.partner_id = owner_id ${joins}
      group by owner_id
    )
    select counted.of_all, share.*, owner.name as partner_name
    from (select count(*) as of_all from shares) counted
    left join (
      select shares.*, coalesce(earnings.earned, 0.00) as earned
      from shares left join earnings on earnings.partner_id = shares.partner_id
      order by earned desc, commission_payable_to_partner desc nulls last, shares.partner_id
      limit ${limit} offset ${offset}
    ) share on true
    left join users owner on owner.id = share.partner_id and owner.deleted_at is null
    order by share.earned desc, share.commission_payable_to_partner desc nulls last,
      share.partner_id`);
  const partners = rows
    .filter(({ partner_id }) => partner_id !== null)
    .map(({ partner_id, partner_name, earned, of_all: _, ...totals }) => {
      return { partner_id, partner_name, earned, totals };
    });
  return { partners, total: rows[0]?.of_all ?? 0 };
}

import type { Company } from '#contract/companies.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import { substringPattern } from '#server/lib/text-keys.ts';
import type { Whose } from '#server/lib/whose.ts';

const shownColumns = sql`
  company.id, company.name, company.website, company.partner_id, owner.name as partner_name,
  company.commission_payable_to_partner, company.alltime_commission_payable`;
const withOwner = sql`
  left join users owner on owner.id = company.partner_id and owner.deleted_at is null`;

/** A page and the total, also past the last page, in one round trip. */
export async function findLiveCompanies(
  db: Db,
  whose: Whose,
  { limit, offset, search }: { limit: number; offset: number; search: string | null },
): Promise<{ companies: Company[]; total: number }> {
  const live = sql`live_leads > 0 and ${ownedBy(whose)}`;
  const matches = search
    ? sql`${live} and name is not null and company_key like ${substringPattern(search)}`
    : live;
  const query = sql`
    select counted.total, ${shownColumns}
    from (select count(*) as total from companies where ${matches}) counted
    left join lateral (
      select * from companies where ${matches}
      order by live_since desc, id desc limit ${limit} offset ${offset}
    ) company on true
    ${withOwner}
    order by company.live_since desc, company.id desc`;
  const rows = await (search ? db.queryOnce : db.query)<Company & { total: number }>(query);
  const companies = rows
    .filter((row) => row.id !== null)
    .map(({ total: _, ...company }) => company);
  return { companies, total: rows[0]?.total ?? 0 };
}

/** An amount that is undefined stays as it is. */
export type Commissions = {
  commission_payable_to_partner?: string | null | undefined;
  alltime_commission_payable?: string | null | undefined;
};

export async function updateCommissions(
  db: Db,
  whose: Whose,
  id: string,
  change: Commissions,
): Promise<Company | undefined> {
  const { commission_payable_to_partner: payable, alltime_commission_payable: alltime } = change;
  const [company] = await db.query<Company>(sql`
    with company as (
      update companies set
        commission_payable_to_partner = case when ${payable !== undefined}
          then ${payable ?? null}::numeric else commission_payable_to_partner end,
        alltime_commission_payable = case when ${alltime !== undefined}
          then ${alltime ?? null}::numeric else alltime_commission_payable end
      where id = ${id} and live_leads > 0 and ${ownedBy(whose)}
      returning *
    )
    select ${shownColumns} from company ${withOwner}`);
  return company;
}

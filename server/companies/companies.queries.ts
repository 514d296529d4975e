import type { Company } from '#contract/companies.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import { substringPattern } from '#server/lib/text-keys.ts';
import type { Whose } from '#server/lib/whose.ts';

const shownColumns = sql`
  company.id, company.name, company.website, company.partner_id, owner.name as partner_name`;
const ownCommissions = sql`
  company.commission_payable_to_partner, company.alltime_commission_payable`;
const mirroredCommissions = sql`
  mirrored.commission_payable_to_partner, mirrored.alltime_commission_payable`;
const withOwner = sql`
  left join users owner on owner.id = company.partner_id and owner.deleted_at is null`;
const withMirrored = sql`left join crm_companies mirrored on mirrored.id = company.crm_company_id`;

/** Where the commissions come from: what administrators have set, or what HubSpot has. */
export type Source = 'portal' | 'hubspot';

/** A page and the total, also past the last page, in one round trip. */
export async function findLiveCompanies(
  db: Db,
  whose: Whose,
  { limit, offset, search }: { limit: number; offset: number; search: string | null },
  source: Source,
): Promise<{ companies: Company[]; total: number }> {
  const live = sql`live_leads > 0 and ${ownedBy(whose)}`;
  const matches = search
    ? sql`${live} and name is not null and company_key like ${substringPattern(search)}`
    : live;
  const query = sql`
    select counted.total, ${shownColumns},
      ${source === 'hubspot' ? mirroredCommissions : ownCommissions}
    from (select count(*) as total from companies where ${matches}) counted
    left join lateral (
      select * from companies where ${matches}
      order by live_since desc, id desc limit ${limit} offset ${offset}
    ) company on true
    ${withOwner} ${source === 'hubspot' ? withMirrored : sql``}
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
    select ${shownColumns}, ${ownCommissions} from company ${withOwner}`);
  return company;
}

/** A company of HubSpot; amounts are as HubSpot writes them. */
export type MirroredCompany = {
  id: string;
  commission_payable_to_partner: string | null;
  alltime_commission_payable: string | null;
};

/** What is no amount, or larger than any commission, is as good as missing. */
const amount = (column: Sql) => sql`
  case when ${column} ~ '^-?[0-9]{1,15}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?$' then
    case when abs(round(${column}::numeric, 2)) < 1000000000000
    then round(${column}::numeric, 2) end
  end`;

export async function upsertMirrored(tx: Db, companies: MirroredCompany[]): Promise<void> {
  await tx.query(sql`
    insert into crm_companies as mirrored
      (id, commission_payable_to_partner, alltime_commission_payable)
    select id, ${amount(sql`commission_payable_to_partner`)},
      ${amount(sql`alltime_commission_payable`)}
    from jsonb_to_recordset(${JSON.stringify(companies)}::jsonb) as read (
      id text, commission_payable_to_partner text, alltime_commission_payable text)
    order by id
    on conflict (id) do update set
      commission_payable_to_partner = excluded.commission_payable_to_partner,
      alltime_commission_payable = excluded.alltime_commission_payable
    where (mirrored.commission_payable_to_partner, mirrored.alltime_commission_payable)
      is distinct from (excluded.commission_payable_to_partner, excluded.alltime_commission_payable)`);
}

export async function deleteMirrored(tx: Db, ids: string[]): Promise<void> {
  await tx.query(sql`
    with gone as (delete from crm_companies where id = any(${ids}::text[]))
    update companies set crm_company_id = null where crm_company_id = any(${ids}::text[])`);
}

export async function findMirrored(tx: Db, ids: string[]): Promise<MirroredCompany[]> {
  return tx.query(sql`
    select id, commission_payable_to_partner, alltime_commission_payable
    from crm_companies where id = any(${ids}::text[])`);
}

import type { CommissionSource, CommissionTotals } from '#contract/commissions.ts';
import type { Company, CompanyDetails, SharedWith } from '#contract/companies.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import { substringPattern } from '#server/lib/text-keys.ts';
import type { Whose } from '#server/lib/whose.ts';
import { keptTotals, sumsOfKept } from './kept-totals.queries.ts';

const mostShared = 20;

const shownColumns = sql`
  company.id, company.name, company.website, company.partner_id, owner.name as partner_name,
  company.commissions_version as version`;
/** As they are shown, by where they are kept: HubSpot's are not explained. */
const shownCommissions: Record<CommissionSource, Sql> = {
  portal: sql`
    company.commission_payable_to_partner,
    trim_scale(company.commission_payable_rate) as commission_payable_rate,
    company.commission_payable_base, company.alltime_commission_payable,
    trim_scale(company.alltime_commission_rate) as alltime_commission_rate,
    company.alltime_commission_base`,
  hubspot: sql`
    mirrored.commission_payable_to_partner, null::numeric as commission_payable_rate,
    null::numeric as commission_payable_base, mirrored.alltime_commission_payable,
    null::numeric as alltime_commission_rate, null::numeric as alltime_commission_base`,
};
const withOwner = sql`
  left join users owner on owner.id = company.partner_id and owner.deleted_at is null`;
const withMirrored: Record<CommissionSource, Sql> = {
  portal: sql``,
  hubspot: sql`left join crm_companies mirrored on mirrored.id = company.crm_company_id`,
};

/** The live companies that a list shows. */
export function liveCompanies(whose: Whose, search: string | null): Sql {
  const live = sql`live_leads > 0 and ${ownedBy(whose)}`;
  return search
    ? sql`${live} and name is not null and company_key like ${substringPattern(search)}`
    : live;
}

/**
 * Sums of the amounts of a `company`, as columns; what there is none of is counted beside. `of` is what
 * has the amounts, once it is joined.
 */
export function summedUp(source: CommissionSource): { of: Sql; columns: Sql; joins: Sql } {
  const of = source === 'hubspot' ? sql`mirrored` : sql`company`;
  return {
    of,
    joins: withMirrored[source],
    columns: sql`
      count(company.id) as companies,
      sum(${of}.commission_payable_to_partner) as commission_payable_to_partner,
      sum(${of}.alltime_commission_payable) as alltime_commission_payable,
      jsonb_build_object(
        'commission_payable_to_partner',
        count(company.id) filter (where ${of}.commission_payable_to_partner is null),
        'alltime_commission_payable',
        count(company.id) filter (where ${of}.alltime_commission_payable is null)
      ) as not_available`,
  };
}

/** Of all that a list shows: kept ready, but for what a search finds. */
function totalsShown(whose: Whose, search: string | null, source: CommissionSource): Sql {
  if (!search) return sql`select ${sumsOfKept} from (${keptTotals(whose, source)}) kept`;
  const { columns, joins } = summedUp(source);
  return sql`
    select ${columns} from (select * from companies where ${liveCompanies(whose, search)}) company
    ${joins}`;
}

type Page = { limit: number; offset: number; search: string | null };

/** The ids of a page, read from an index alone. */
function pageOf(whose: Whose, { limit, offset, search }: Page): Sql {
  const found = sql`select id, live_since from companies where ${liveCompanies(whose, search)}`;
  // Fenced off: in their order all companies would be walked for those of deleted partners.
  const listed = whose === 'deleted partners' ? sql`${found} offset 0` : found;
  return sql`
    select id from (${listed}) listed
    order by live_since desc, id desc limit ${limit} offset ${offset}`;
}

export type LivePage = { companies: Company[]; total: number; totals: CommissionTotals };

/** A page, the total and the totals, also past the last page, in one round trip. */
export async function findLiveCompanies(
  db: Db,
  whose: Whose,
  page: Page,
  source: CommissionSource,
): Promise<LivePage> {
  const { search } = page;
  const query = sql`
    select to_jsonb(summed) - 'payable' - 'alltime' as totals, summed.payable, summed.alltime,
      ${shownColumns}, ${shownCommissions[source]}
    from (
      select companies, not_available, commission_payable_to_partner as payable,
        alltime_commission_payable as alltime
      from (${totalsShown(whose, search, source)}) sums
    ) summed
    left join (
      companies company join (${pageOf(whose, page)}) listed on listed.id = company.id
    ) on true
    ${withOwner} ${withMirrored[source]}
    order by company.live_since desc, company.id desc`;
  const rows = await (search ? db.queryOnce : db.query)<SummedRow>(query);
  const companies = rows
    .filter((row) => row.id !== null)
    .map(({ totals: _, payable: __, alltime: ___, ...company }) => company);
  return { companies, ...totalsOf(rows[0]) };
}

type SummedRow = Company & {
  totals: Pick<CommissionTotals, 'companies' | 'not_available'>;
  payable: string | null;
  alltime: string | null;
};

/** Sums come as text of their own: JSON would make floats of them. */
function totalsOf(row: SummedRow | undefined): Pick<LivePage, 'total' | 'totals'> {
  if (!row) throw new Error('A sum always has a row');
  const totals = {
    ...row.totals,
    commission_payable_to_partner: row.payable,
    alltime_commission_payable: row.alltime,
  };
  return { total: totals.companies, totals };
}

/** With the key that tells which leads are of it. */
export type FoundCompany = CompanyDetails & { company_key: string };

export async function findCompany(
  db: Db,
  whose: Whose,
  id: string,
  source: CommissionSource,
): Promise<FoundCompany | undefined> {
  const [company] = await db.query<FoundCompany>(sql`
    select ${shownColumns}, ${shownCommissions[source]}, company.live_since,
      company.live_leads > 0 as is_live, company.company_key
    from (select * from companies where id = ${id} and ${ownedBy(whose)}) company
    ${withOwner} ${withMirrored[source]}`);
  return company;
}

/** Live companies of other partners that HubSpot has one and the same company for. */
export async function findSharedWith(db: Db, whose: Whose, id: string): Promise<SharedWith[]> {
  return db.query<SharedWith>(sql`
    select other.id, other.name, other.partner_id, owner.name as partner_name
    from companies company
    join (select * from companies where live_leads > 0 and ${ownedBy(whose)}) other
      on other.crm_company_id = company.crm_company_id and other.partner_id <> company.partner_id
    left join users owner on owner.id = other.partner_id and owner.deleted_at is null
    where company.id = ${id} and company.live_leads > 0
    order by owner.name, other.id limit ${mostShared}`);
}

/** What was earned before a company stopped being live is still corrected, and paid out. */
const paysOrPaid = sql`(
  live_leads > 0 or commissions_version > 1
  or commission_payable_to_partner is not null or alltime_commission_payable is not null)`;

/** Holds it until the transaction ends: whoever changes it next sees this change. */
export async function lockPayingCompany(
  tx: Db,
  whose: Whose,
  id: string,
): Promise<Company | undefined> {
  const [company] = await tx.query<Company>(sql`
    with company as (
      select * from companies where id = ${id} and ${paysOrPaid} and ${ownedBy(whose)} for update
    )
    select ${shownColumns}, ${shownCommissions.portal} from company ${withOwner}`);
  return company;
}

/** Amounts with what explains them. */
export type Commissions = Pick<
  Company,
  | 'commission_payable_to_partner'
  | 'commission_payable_rate'
  | 'commission_payable_base'
  | 'alltime_commission_payable'
  | 'alltime_commission_rate'
  | 'alltime_commission_base'
>;

export async function updateCommissions(
  tx: Db,
  whose: Whose,
  id: string,
  to: Commissions,
): Promise<Company | undefined> {
  const [company] = await tx.query<Company>(sql`
    with company as (
      update companies set
        commission_payable_to_partner = ${to.commission_payable_to_partner}::numeric,
        commission_payable_rate = ${to.commission_payable_rate}::numeric,
        commission_payable_base = ${to.commission_payable_base}::numeric,
        alltime_commission_payable = ${to.alltime_commission_payable}::numeric,
        alltime_commission_rate = ${to.alltime_commission_rate}::numeric,
        alltime_commission_base = ${to.alltime_commission_base}::numeric,
        commissions_version = commissions_version + 1
      where id = ${id} and ${paysOrPaid} and ${ownedBy(whose)}
      returning *
    )
    select ${shownColumns}, ${shownCommissions.portal} from company ${withOwner}`);
  return company;
}

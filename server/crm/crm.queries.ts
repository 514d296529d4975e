import type { CommissionProperties, Crm, SharedCompany } from '#contract/crm.ts';
import { crmText } from '#contract/crm-text.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** True where one of them is another than before. */
export async function updateProperties(
  tx: Db,
  { commission_payable_to_partner, alltime_commission_payable }: CommissionProperties,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update crm set commission_payable_to_partner = ${commission_payable_to_partner},
      alltime_commission_payable = ${alltime_commission_payable}
    where (commission_payable_to_partner, alltime_commission_payable)
      is distinct from (${commission_payable_to_partner}, ${alltime_commission_payable})
    returning one`);
  return rows.length > 0;
}

/** What people call the leads that these jobs are about; also those that can still be restored. */
export async function findLeadNames(
  db: Db,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  return db.query(sql`
    select id::text, coalesce(
      nullif(company_name, ''), nullif(trim(concat_ws(' ', first_name, last_name)), ''),
      contact_name, email, ${crmText.jobs.namelessLead}) as name
    from (
      select id, company_name, first_name, last_name, contact_name, email from leads
      union all
      select id, company_name, first_name, last_name, contact_name, email from deleted_leads
    ) lead
    where id = any((select ${ids}::uuid[])::uuid[])`);
}

/** Of what waits, only leads are counted: what hands them over is no work of its own. */
export async function countJobs(db: Db, kinds: string[], leads: string): Promise<Crm['queue']> {
  const [queue] = await db.query<Crm['queue']>(sql`
    select count(*) filter (where parked_at is null and kind = ${leads}) as waiting,
      min(created_at) filter (where parked_at is null and kind = ${leads}) as oldest_at,
      count(parked_at) as parked
    from jobs where kind = any(${kinds}::text[])`);
  return queue ?? { waiting: 0, oldest_at: null, parked: 0 };
}

export type ParkedRow = Record<'id' | 'kind' | 'key' | 'reason' | 'parked_at', string> & {
  attempts: number;
  is_retried: boolean;
};

/** The latest first. */
export async function findParked(db: Db, kinds: string[], limit: number): Promise<ParkedRow[]> {
  return db.query<ParkedRow>(sql`
    select id, kind, key, coalesce(reason, '') as reason, parked_at,
      attempts_before + attempts as attempts, attempts_before > 0 as is_retried
    from jobs
    where kind = any(${kinds}::text[]) and parked_at is not null
    order by parked_at desc, id limit ${limit}`);
}

/** False where somebody has changed it since that version; whoever changes it next waits. */
export async function takeMappingVersion(tx: Db, version: number | undefined): Promise<boolean> {
  const rows = await tx.query(sql`
    update crm set mapping_version = mapping_version + 1
    where ${version ?? null}::bigint is null or mapping_version = ${version ?? null}::bigint
    returning one`);
  return rows.length > 0;
}

/** Companies of HubSpot whose commissions several partners are shown, the live rows of each. */
export async function findSharedCompanies(db: Db, limit: number): Promise<SharedCompany[]> {
  return db.query<SharedCompany>(sql`
    select crm_company_id as id,
      jsonb_agg(jsonb_build_object('id', company.id, 'name', company.name,
        'partner_id', company.partner_id, 'partner_name', owner.name)
        order by owner.name, company.id) as companies
    from companies company
    left join users owner on owner.id = company.partner_id and owner.deleted_at is null
    where live_leads > 0 and crm_company_id is not null
    group by crm_company_id having count(distinct company.partner_id) > 1
    order by crm_company_id limit ${limit}`);
}

import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** A company of HubSpot; amounts are as HubSpot writes them. */
export type MirroredCompany = {
  id: string;
  commission_payable_to_partner: string | null;
  alltime_commission_payable: string | null;
};

/** What is no amount, less than nothing or larger than any commission is as good as missing. */
const amount = (column: Sql) => sql`
  case when ${column} ~ '^[0-9]{1,15}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?$' then
    case when round(${column}::numeric, 2) < 1000000000000
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
  // In the order of whoever changes their amounts, so that neither waits for the other.
  await tx.query(sql`
    select from crm_companies where id = any(${ids}::text[]) order by id for update`);
  // Before they go: what they paid is told from the mirror.
  await tx.query(sql`
    update companies set crm_company_id = null where crm_company_id = any(${ids}::text[])`);
  await tx.query(sql`delete from crm_companies where id = any(${ids}::text[])`);
}

export async function findMirrored(tx: Db, ids: string[]): Promise<MirroredCompany[]> {
  return tx.query(sql`
    select id, commission_payable_to_partner, alltime_commission_payable
    from crm_companies where id = any(${ids}::text[])`);
}

import type { CommissionProperties, Crm } from '#contract/crm.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type Connection = CommissionProperties &
  Pick<Crm, 'account' | 'fault' | 'last_pull_at' | 'last_push_at'> & {
    on_since: string | null;
    backfill_state: Crm['backfill']['state'];
    backfill_done: number;
    backfill_total: number;
  };

export async function findConnection(db: Db): Promise<Connection> {
  const [connection] = await db.query<Connection>(sql`
    select on_since, account, fault, last_pull_at, last_push_at, backfill_state, backfill_done,
      backfill_total, commission_payable_to_partner, alltime_commission_payable
    from crm`);
  if (!connection) throw new Error('The row of the connection to HubSpot is missing');
  return connection;
}

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
      contact_name, email, 'A lead') as name
    from (
      select id, company_name, first_name, last_name, contact_name, email from leads
      union all
      select id, company_name, first_name, last_name, contact_name, email from deleted_leads
    ) lead
    where id = any(${ids}::uuid[])`);
}

export async function countJobs(db: Db, kinds: string[]): Promise<Crm['queue']> {
  const [queue] = await db.query<Crm['queue']>(sql`
    select count(*) filter (where parked_at is null) as waiting,
      min(created_at) filter (where parked_at is null) as oldest_at, count(parked_at) as parked
    from jobs where kind = any(${kinds}::text[])`);
  return queue ?? { waiting: 0, oldest_at: null, parked: 0 };
}

export type ParkedRow = Record<'id' | 'kind' | 'key' | 'reason' | 'parked_at', string> & {
  attempts: number;
};

/** The latest first. */
export async function findParked(db: Db, kinds: string[], limit: number): Promise<ParkedRow[]> {
  return db.query<ParkedRow>(sql`
    select id, kind, key, coalesce(reason, '') as reason, attempts, parked_at from jobs
    where kind = any(${kinds}::text[]) and parked_at is not null
    order by parked_at desc, id limit ${limit}`);
}

import type { CommissionProperties, Crm } from '#contract/crm.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type Connection = CommissionProperties &
  Pick<Crm, 'account' | 'fault' | 'last_pull_at' | 'last_push_at'> & {
    on_since: string | null;
    backfill_state: Crm['backfill']['state'];
    backfill_done: number;
    backfill_total: number;
    backfill_changed: number;
    mapping_version: number;
  };

export async function findConnection(db: Db): Promise<Connection> {
  const [connection] = await db.query<Connection>(sql`
    select on_since, account, fault, last_pull_at, last_push_at, backfill_state, backfill_done,
      backfill_total, backfill_changed, mapping_version, commission_payable_to_partner, alltime_commission_payable
    from crm`);
  if (!connection) throw new Error('The row of the connection to HubSpot is missing');
  return connection;
}

/** The properties of a company in HubSpot that hold its commissions. */
export async function findCommissionProperties(db: Db): Promise<CommissionProperties> {
  const { commission_payable_to_partner, alltime_commission_payable } = await findConnection(db);
  return { commission_payable_to_partner, alltime_commission_payable };
}

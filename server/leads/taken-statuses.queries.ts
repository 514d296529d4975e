import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type TakenStatus = { id: string; status: string; status_key: string };
export type ChangedStatus = {
  id: string;
  partner_id: string;
  version: number;
  from: string | null;
  to: string;
};

/** In one statement, which takes the counters of all of them in their order. */
export async function updateStatuses(
  tx: Db,
  taken: TakenStatus[],
  at: Date,
): Promise<ChangedStatus[]> {
  return tx.query<ChangedStatus>(sql`
    with taken as (
      select * from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
        as taken (id uuid, status text, status_key text)
    ), before as (
      select lead.id, lead.status from leads lead join taken on taken.id = lead.id
      where lead.status is distinct from taken.status
      order by lead.id for update of lead
    ), changed as (
      update leads set status = taken.status, status_key = taken.status_key,
        status_changed_at = ${at}
      from taken join before using (id) where leads.id = taken.id
      returning leads.id, leads.partner_id, leads.version, before.status as from, leads.status as to
    )
    select * from changed order by id`);
}

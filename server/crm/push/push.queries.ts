import type { Db } from '#server/db/database.ts';
import { columns, sql } from '#server/db/sql.ts';
import type { PushedLead } from './lead-properties.ts';

const ofLead = columns([
  ...['id', 'version', 'partner_id', 'company_name', 'website', 'first_name', 'last_name'],
  ...[
    'contact_name',
    'title',
    'email',
    'phone_number',
    'country',
    'address',
    'city',
    'state',
    'zip',
  ],
  ...['notes', 'custom_fields', 'source', 'status', 'status_changed_at'],
]);

/** As they are now, deleted ones too; one that has gone for good is only what HubSpot has of it. */
export async function findLeadsToPush(db: Db, ids: string[]): Promise<PushedLead[]> {
  return db.query<PushedLead>(sql`
    with known as (
      select ${ofLead}, false as is_deleted from leads where id = any(${ids}::uuid[])
      union all
      select ${ofLead}, true from deleted_leads
      where id = any(${ids}::uuid[]) and id not in (select id from leads where id = any(${ids}::uuid[]))
    )
    select known.*, wanted.id, coalesce(known.is_deleted, true) as is_deleted,
      owner.name as partner_name, sent.deal_id, sent.contact_id, sent.company_id,
      sent.agreed_status, sent.archived_at
    from unnest(${ids}::uuid[]) wanted (id)
    left join known on known.id = wanted.id
    left join users owner on owner.id = known.partner_id and owner.deleted_at is null
    left join crm_leads sent on sent.lead_id = wanted.id
    order by wanted.id`);
}

/** What HubSpot has of a lead from now on; null leaves what is known of the status as it is. */
export type Pushed = {
  lead_id: string;
  deal_id: string;
  contact_id: string | null;
  company_id: string | null;
  pushed_version: number | null;
  is_marked_deleted: boolean;
  agreed_status: string | null;
  stage: string | null;
  stage_at: string | null;
  lead_status: string | null;
  lead_status_at: string | null;
};

/**
 * In the order of everybody who changes several. What was read of the status meanwhile is kept where it
 * is the later.
 */
export async function storePushed(tx: Db, pushed: Pushed[]): Promise<void> {
  await tx.query(sql`
    insert into crm_leads as kept (lead_id, deal_id, contact_id, company_id, pushed_version,
      is_marked_deleted, agreed_status, stage, stage_at, lead_status, lead_status_at)
    select * from jsonb_to_recordset(${JSON.stringify(pushed)}::jsonb) as pushed (
      lead_id uuid, deal_id text, contact_id text, company_id text, pushed_version integer,
      is_marked_deleted boolean, agreed_status text, stage text, stage_at timestamptz,
      lead_status text, lead_status_at timestamptz)
    order by lead_id
    on conflict (lead_id) do update set deal_id = excluded.deal_id,
      contact_id = excluded.contact_id, company_id = excluded.company_id,
      pushed_version = excluded.pushed_version, is_marked_deleted = excluded.is_marked_deleted,
      agreed_status = case
        when excluded.agreed_status is null or kept.stage_at > excluded.stage_at
          or kept.contact_id = excluded.contact_id and kept.lead_status_at > excluded.lead_status_at
        then kept.agreed_status else excluded.agreed_status end,
      (stage, stage_at) = (select stage, stage_at
        from (values (excluded.stage, excluded.stage_at), (kept.stage, kept.stage_at))
          as one (stage, stage_at)
        order by stage_at desc nulls last limit 1),
      (lead_status, lead_status_at) = (select lead_status, lead_status_at
        from (values (excluded.contact_id, excluded.lead_status, excluded.lead_status_at),
            (kept.contact_id, kept.lead_status, kept.lead_status_at))
          as one (contact_id, lead_status, lead_status_at)
        where contact_id is not distinct from excluded.contact_id
        order by lead_status_at desc nulls last limit 1)`);
}

/** True where other leads are offered for sending. */
export async function storeLastPush(db: Db): Promise<boolean> {
  const [row] = await db.query<{ is_offered: boolean }>(sql`
    update crm set last_push_at = ${db.now()} returning backfill_state = 'offered' as is_offered`);
  return row?.is_offered ?? false;
}

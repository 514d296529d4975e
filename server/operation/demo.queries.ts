import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type DemoStep = {
  event_id: string;
  id: string;
  from: string;
  status: string;
  status_key: string;
  at: string;
};

/** The next status of many leads, each at a time of its own, with its event: one by one takes long. */
export async function takeDemoSteps(tx: Db, steps: DemoStep[], by: string | null): Promise<void> {
  await tx.queryOnce(sql`
    with step as (
      select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step
        (event_id uuid, id uuid, "from" text, status text, status_key text, at timestamptz)
    ), changed as (
      update leads set status = step.status, status_key = step.status_key,
        status_changed_at = step.at
      from step where leads.id = step.id
      returning leads.id, leads.partner_id, leads.version
    )
    insert into events (id, subject, subject_id, partner_id, kind, by_id, via, at, data, version)
    select step.event_id, 'lead', changed.id, changed.partner_id, 'status', ${by}::uuid, 'portal',
      step.at, jsonb_build_object('from', step."from", 'to', step.status), changed.version
    from changed join step on step.id = changed.id`);
}

/** A partner of long standing, whose password was made just now. */
export async function tellPast(
  tx: Db,
  partnerId: string,
  { joined, signedIn }: { joined: Date; signedIn: Date },
): Promise<void> {
  await tx.query(sql`
    update users set created_at = ${joined}, last_signed_in_at = ${signedIn}
    where id = ${partnerId}`);
}

/** The companies of the demo have been live since the first of their leads was won. */
export async function backdateLive(tx: Db): Promise<void> {
  await tx.query(sql`
    update companies set live_since = won.at
    from (
      select partner_id, company_key, min(won_at) as at from leads
      where won_at is not null and company_name is not null group by partner_id, company_key
    ) won
    where companies.partner_id = won.partner_id and companies.company_key = won.company_key`);
}

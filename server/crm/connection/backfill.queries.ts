import type { backfillStates } from '#contract/crm.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

type BackfillState = (typeof backfillStates)[number];
export type Backfill = { state: BackfillState; after: string | null };

/** Leads that HubSpot does not have as they are now, those that were deleted meanwhile among them. */
const unsent: Sql = sql`(
  select lead.id, sent.deal_id is not null as is_known
  from leads lead left join crm_leads sent on sent.lead_id = lead.id
  where sent.pushed_version is distinct from lead.version or sent.is_marked_deleted
  union all
  select sent.lead_id, true from crm_leads sent
  where sent.deal_id is not null and not sent.is_marked_deleted
    and not exists (select from leads where leads.id = sent.lead_id)
)`;

/** What waits to be sent already is left to that. */
const notWaiting = (kind: string): Sql => sql`
  not exists (select from jobs where kind = ${kind} and key = lead.id::text)`;

export async function storeOffer(tx: Db, kind: string): Promise<void> {
  await tx.query(sql`
    with unsent as (
      select count(*)::integer as count, (count(*) filter (where is_known))::integer as changed
      from ${unsent} lead where ${notWaiting(kind)}
    )
    update crm set backfill_state = case when count > 0 then 'offered' else 'done' end,
      backfill_after = null, backfill_handed = 0, backfill_done = 0, backfill_total = count,
      backfill_changed = changed
    from unsent`);
}

export async function storeState(db: Db, state: 'running' | 'paused'): Promise<boolean> {
  const rows = await db.query(sql`
    update crm set backfill_state = ${state}
    where backfill_state = any(${state === 'paused' ? ['running'] : ['offered', 'paused']}::text[])
    returning one`);
  return rows.length > 0;
}

/** Locked, so that two processes never hand over the same. */
export async function lockBackfill(tx: Db): Promise<Backfill | undefined> {
  const [row] = await tx.query<Backfill>(sql`
    select backfill_state as state, backfill_after as after from crm for update`);
  return row;
}

export async function findUnsent(
  tx: Db,
  kind: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from ${unsent} lead
    where (${after}::uuid is null or id > ${after}::uuid)
      and ${notWaiting(kind)}
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** How many of those that were handed over have not been sent yet. */
export async function countHandedOver(tx: Db, kind: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*) from jobs
    where kind = ${kind} and parked_at is null and data ? 'backfill'`);
  return row?.count ?? 0;
}

export async function storeProgress(
  tx: Db,
  progress: { after: string | null; handedOver: number; waiting: number; isDone: boolean },
): Promise<void> {
  const { after, handedOver, waiting, isDone } = progress;
  await tx.query(sql`
    update crm set backfill_after = coalesce(${after}::uuid, backfill_after),
      backfill_handed = backfill_handed + ${handedOver},
      backfill_done = greatest(0, backfill_handed + ${handedOver} - ${waiting}),
      -- Some of what was offered may have been sent meanwhile for another reason.
      backfill_total = case when ${isDone} then backfill_handed
        else greatest(backfill_total, backfill_handed + ${handedOver}) end,
      backfill_state = case when ${isDone} then 'done' else backfill_state end`);
}

import type { CrmValueKind } from '#contract/crm.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { MappedValue } from './mapping.ts';

export type ValueRow = MappedValue & { label: string; is_named: boolean };

export async function findValues(db: Db): Promise<ValueRow[]> {
  return db.query<ValueRow>(sql`
    select kind, value, label, pipeline, is_first, status, is_named, is_gone
    from crm_values order by kind desc, position, value`);
}

/** A value as the account has it, and what it is usually called. */
export type AccountValue = Omit<ValueRow, 'is_gone'> & { position: number };
type ChangedValue = { kind: CrmValueKind; value: string };

/** What somebody has named keeps its name. Answers with those that tell another status from now on. */
export async function storeValues(tx: Db, values: AccountValue[]): Promise<ChangedValue[]> {
  return tx.query<ChangedValue>(sql`
    with account as (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as account (
        kind text, value text, label text, pipeline text, position integer, is_first boolean,
        status text, is_named boolean)
    ), before as (
      select kind, value, status, is_first from crm_values
    ), stored as (
      insert into crm_values as known
        (kind, value, label, pipeline, position, is_first, status, is_named)
      select kind, value, label, pipeline, position, is_first, status, is_named from account
      on conflict (kind, value) do update set
        label = excluded.label, pipeline = excluded.pipeline, position = excluded.position,
        is_first = excluded.is_first, is_gone = false,
        status = case when known.is_named then known.status else excluded.status end,
        is_named = known.is_named or excluded.is_named
      where (known.label, known.pipeline, known.position, known.is_first, known.is_gone)
        is distinct from (excluded.label, excluded.pipeline, excluded.position, excluded.is_first, false)
        or (excluded.is_named and not known.is_named)
      returning kind, value, status, is_first
    )
    select stored.kind, stored.value from stored left join before using (kind, value)
    where before.is_first is distinct from stored.is_first
      or before.status is distinct from stored.status`);
}

/** What the account has no more. Leads may stand in it until HubSpot moves them. */
export async function markGone(tx: Db, values: AccountValue[]): Promise<void> {
  await tx.query(sql`
    update crm_values known set is_gone = true
    where not is_gone and not exists (
      select from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as account (kind text, value text)
      where account.kind = known.kind and account.value = known.value)`);
}

/** Seen on a record before the account was asked for it. True where it is news. */
export async function storeUnknown(tx: Db, kind: CrmValueKind, values: string[]): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into crm_values (kind, value, label, position, is_gone)
    select ${kind}, value, value, 1000000, true from unnest(${values}::text[]) value
    on conflict (kind, value) do nothing returning value`);
  return rows.length > 0;
}

export type Name = { kind: CrmValueKind; value: string; status: string | null };

/** Answers with those that are called something else than before. */
export async function nameValues(tx: Db, names: Name[]): Promise<ChangedValue[]> {
  return tx.query<ChangedValue>(sql`
    with named as (
      select * from jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
        as named (kind text, value text, status text)
    ), before as (
      select known.kind, known.value, known.status from crm_values known
      join named using (kind, value) for update of known
    ), changed as (
      update crm_values known set status = named.status, is_named = true
      from named where known.kind = named.kind and known.value = named.value
    )
    select before.kind, before.value from before join named using (kind, value)
    where before.status is distinct from named.status`);
}

/** How many leads stand in each value: in a lead status only those whose deal is in its first stage. */
export async function countLeadsInValues(
  db: Db,
): Promise<{ kind: CrmValueKind; value: string; leads: number }[]> {
  return db.query(sql`
    select 'stage' as kind, stage as value, count(*) as leads from crm_leads
    where stage is not null group by stage
    union all
    select 'lead_status', lead_status, count(*) from crm_leads
    where lead_status is not null and stage in (
      select value from crm_values where kind = 'stage' and is_first)
    group by lead_status`);
}

/** By status key; of all leads, whether HubSpot has them or not. */
export async function countLeadsByStatus(db: Db): Promise<{ status: string; leads: number }[]> {
  return db.query(sql`
    select status_key as status, sum(count)::bigint as leads from lead_counts
    where count > 0 group by status_key order by status_key`);
}

/**
 * The next of the leads that stand in a value, or that have its name and HubSpot has not: by id, each
 * of the two read only as far as the page goes.
 */
export async function findLeadsOfValue(
  db: Db,
  { kind, value, statusKey }: ChangedValue & { statusKey: string | null },
  after: string,
  limit: number,
): Promise<string[]> {
  const column = kind === 'stage' ? sql`stage` : sql`lead_status`;
  const rows = await db.query<{ lead_id: string }>(sql`
    (
      select lead_id from crm_leads where ${column} = ${value} and lead_id > ${after}::uuid
      order by lead_id limit ${limit}
    ) union (
      select lead.id from leads lead join crm_leads sent on sent.lead_id = lead.id
      where lead.id > ${after}::uuid and sent.deal_id is not null
        and lead.status_key = ${statusKey} and sent.agreed_status is distinct from lead.status
      order by lead.id limit ${limit}
    )
    order by lead_id limit ${limit}`);
  return rows.map(({ lead_id }) => lead_id);
}

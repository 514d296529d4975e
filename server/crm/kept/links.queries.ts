import type { ObjectType } from '#server/crm/hubspot/objects.ts';
import type { Db } from '#server/db/database.ts';
import { columns, type Sql, sql } from '#server/db/sql.ts';
import type { HubSpotFacts } from './mapping.ts';

/** Where the ids of HubSpot's objects stand with a lead. */
const linkColumns: Record<ObjectType, string> = {
  deals: 'deal_id',
  contacts: 'contact_id',
  companies: 'company_id',
};

function linkOf(object: ObjectType): Sql {
  return columns([linkColumns[object]]);
}

/** What is not done by a person of the portal is not sent back to where it came from. */
export async function followHubSpot(tx: Db): Promise<void> {
  await tx.query(sql`select set_config('portal.from_crm', 'on', true)`);
}

/** Nobody else changes these links until the transaction ends; in the order of everybody. */
export async function lockLinks(tx: Db, object: ObjectType, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ lead_id: string }>(sql`
    select lead_id from crm_leads where ${linkOf(object)} = any(${ids}::text[])
    order by lead_id for update`);
  return rows.map(({ lead_id }) => lead_id);
}

/** What the leads that are linked to an object know of it. */
export type Known = { stage: string | null; lead_status: string | null; is_away: boolean };

/** Which of these ids leads are linked to; where they know different things, nothing is known. */
export async function findLinked(
  db: Db,
  object: ObjectType,
  ids: string[],
): Promise<Map<string, Known>> {
  const rows = await db.query<Known & { id: string }>(sql`
    select ${linkOf(object)} as id, bool_or(archived_at is not null) as is_away,
      case when count(distinct coalesce(stage, '')) = 1 then min(stage) end as stage,
      case when count(distinct coalesce(lead_status, '')) = 1 then min(lead_status) end
        as lead_status
    from crm_leads where ${linkOf(object)} = any(${ids}::text[]) group by 1`);
  return new Map(rows.map(({ id, ...known }) => [id, known]));
}

export async function findLinksOf(
  db: Db,
  leadIds: string[],
): Promise<{ lead_id: string; deal_id: string | null; contact_id: string | null }[]> {
  return db.query(sql`
    select lead_id, deal_id, contact_id from crm_leads where lead_id = any(${leadIds}::uuid[])`);
}

/** A page of the ids that leads are linked to, in their order. */
export async function findNextLinked(
  db: Db,
  object: ObjectType,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct ${linkOf(object)} as id from crm_leads
    where ${linkOf(object)} > ${after} order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function countLinked(db: Db, object: ObjectType): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(distinct ${linkOf(object)}) as count from crm_leads`);
  return row?.count ?? 0;
}

/** What was merged goes by the id of what it was merged into. Answers with the leads concerned. */
export async function relink(
  tx: Db,
  object: ObjectType,
  from: string,
  to: string,
): Promise<string[]> {
  // What the other one says holds from now on, however long it has said so.
  const anew = { deals: sql`, stage_at = null`, contacts: sql`, lead_status_at = null` };
  const rows = await tx.query<{ lead_id: string }>(sql`
    update crm_leads set ${linkOf(object)} = ${to} ${object === 'companies' ? sql`` : anew[object]}
    where ${linkOf(object)} = ${from} returning lead_id`);
  return rows.map(({ lead_id }) => lead_id);
}

/** A contact or a company that is gone; the lead may get another one when it is next sent. */
export async function unlink(
  tx: Db,
  object: 'contacts' | 'companies',
  ids: string[],
): Promise<string[]> {
  const forgotten =
    object === 'contacts' ? sql`, lead_status = null, lead_status_at = null` : sql``;
  const rows = await tx.query<{ lead_id: string }>(sql`
    update crm_leads set ${linkOf(object)} = null ${forgotten}
    where ${linkOf(object)} = any(${ids}::text[]) returning lead_id`);
  return rows.map(({ lead_id }) => lead_id);
}

/** Answers with the leads whose deal was not archived before. */
export async function markArchived(tx: Db, dealIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ lead_id: string }>(sql`
    update crm_leads set archived_at = ${tx.now()}
    where deal_id = any(${dealIds}::text[]) and archived_at is null returning lead_id`);
  return rows.map(({ lead_id }) => lead_id);
}

/** Answers with the leads whose deal was archived before. */
export async function markReturned(tx: Db, dealIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ lead_id: string }>(sql`
    update crm_leads set archived_at = null
    where deal_id = any(${dealIds}::text[]) and archived_at is not null returning lead_id`);
  return rows.map(({ lead_id }) => lead_id);
}

/** A property of an object, and since when it has had its value by HubSpot's clock. */
export type Fact = { id: string; value: string | null; at: string };

/**
 * What was read later but is older stays out: two may read at once. By how much the time that a push
 * takes down from its own clock may be wrong is allowed for.
 */
export async function storeFacts(
  tx: Db,
  object: 'deals' | 'contacts',
  facts: Fact[],
): Promise<void> {
  const [value, at] =
    object === 'deals' ? ['stage', 'stage_at'] : ['lead_status', 'lead_status_at'];
  const [valueColumn, atColumn] = [columns([value ?? '']), columns([at ?? ''])];
  await tx.query(sql`
    update crm_leads set ${valueColumn} = fact.value, ${atColumn} = fact.at
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
      as fact (id text, value text, at timestamptz)
    where ${linkOf(object)} = fact.id
      and (${valueColumn}, ${atColumn}) is distinct from (fact.value, fact.at)
      and (${atColumn} is null or fact.at >= ${atColumn} - interval '5 seconds')`);
}

/** Both sides of a lead that HubSpot has a deal of. */
export type SidesRow = HubSpotFacts & {
  lead_id: string;
  contact_id: string | null;
  agreed_status: string | null;
  status: string | null;
  status_changed_at: string | null;
};

/** Of the leads that are there and whose deal is: nobody changes them until the transaction ends. */
export async function lockSides(tx: Db, leadIds: string[]): Promise<SidesRow[]> {
  return tx.query<SidesRow>(sql`
    select link.lead_id, link.contact_id, link.agreed_status, link.stage, link.stage_at, link.lead_status,
      link.lead_status_at, lead.status, lead.status_changed_at
    from crm_leads link join leads lead on lead.id = link.lead_id
    where link.lead_id = any(${leadIds}::uuid[]) and link.deal_id is not null
      and link.archived_at is null
    order by link.lead_id for update`);
}

/** Also touches the link of a lead that has just become live, so that its company follows. */
export async function storeAgreed(
  tx: Db,
  agreed: { lead_id: string; status: string | null }[],
): Promise<void> {
  await tx.query(sql`
    update crm_leads link set agreed_status = agreed.status
    from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb) as agreed (lead_id uuid, status text)
    where link.lead_id = agreed.lead_id and link.agreed_status is distinct from agreed.status`);
}

export async function findTimelineLeads(
  tx: Db,
  leadIds: string[],
): Promise<{ id: string; partner_id: string; version: number }[]> {
  return tx.query(sql`
    select id, partner_id, version from leads where id = any(${leadIds}::uuid[])`);
}

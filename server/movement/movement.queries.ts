import {
  movementWeeks,
  partnersDown,
  partnersUp,
  stuckCounted,
  stuckNamed,
} from '#contract/limits.ts';
import type { StuckLead } from '#contract/movement.ts';
import type { OpenStatus } from '#contract/stages.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import { stuckLeads } from '#server/leads/stuck.ts';
import type { Whose } from '#server/lib/whose.ts';

/** As migration 0023 keeps the leads of all partners together. */
const everyone = '00000000-0000-0000-0000-000000000000';

function keptFor(whose: Whose): Sql {
  if (whose === 'everyone') return sql`partner_id = ${everyone}`;
  // Whoever asks for a partner by this very id asks for nobody.
  return sql`${ownedBy(whose)} and partner_id <> ${everyone}`;
}

export type Counted = { fact: 'submitted' | 'won'; week: string; value: number; count: number };

/** What is kept, with what is still to be added to it. */
export async function findMovement(db: Db, whose: Whose, since: Since): Promise<Counted[]> {
  const isAsked = sql`
    (fact = 'submitted' and week >= ${since.submitted}::date
      or fact = 'won' and week >= ${since.won}::date)`;
  return db.query<Counted>(sql`
    select fact, week::text as week, value, sum(count)::bigint as count from (
      select fact, week, value, count from lead_movement where ${keptFor(whose)} and ${isAsked}
      union all
      select fact, week, value, n from movement_deltas where ${ownedBy(whose)} and ${isAsked}
    ) counted
    group by fact, week, value having sum(count) <> 0
    order by fact, week, value`);
}
/** The Mondays from which on leads are asked for. */
export type Since = { submitted: string; won: string };

export type Mover = {
  id: string;
  name: string;
  won: number;
  won_before: number;
  won_by_week: number[];
};

/** Who has won the most more than in the weeks before, and the most less; `first` is the first week. */
export async function findMovers(db: Db, first: string): Promise<Mover[]> {
  // Asked for in the statement: for a given day PostgreSQL plans with every call.
  const day = sql`(select ${first}::date)`;
  const before = sql`(${day} - ${7 * movementWeeks}::integer)`;
  return db.query<Mover>(sql`
    with moved as (
      select partner_id, sum(case when week >= ${day} then count else 0 end) as won,
        sum(case when week < ${day} then count else 0 end) as won_before
      from (
        select partner_id, week, count::integer from lead_movement
        where fact = 'won' and week >= ${before}
        union all
        select partner_id, week, n::integer from movement_deltas
        where fact = 'won' and week >= ${before}
      ) counted
      group by 1
    ), ranked as (
      select moved.*, users.name,
        row_number() over (order by won - won_before desc, won desc, partner_id) as place,
        row_number() over (order by won - won_before, won, partner_id) as place_from_below
      from moved join users on users.id = partner_id and users.deleted_at is null
      where won > 0 or won_before > 0
    ), chosen as (
      select * from ranked where place <= ${partnersUp} or place_from_below <= ${partnersDown}
    ), drawn as (${drawnByWeek(day)})
    select partner_id as id, name, won, won_before, won_by_week
    from chosen join drawn using (partner_id)
    order by place`);
}

/** How much each of the `chosen` has won in each week. */
const drawnByWeek = (day: Sql) => sql`
  with by_week as (
    select partner_id, week, sum(count) as won from (
      select partner_id, week, count from lead_movement join chosen using (partner_id)
      where fact = 'won' and week >= ${day}
      union all
      select partner_id, week, n from movement_deltas join chosen using (partner_id)
      where fact = 'won' and week >= ${day}
    ) counted
    group by 1, 2
  )
  select chosen.partner_id,
    array_agg(coalesce(by_week.won, 0)::integer order by step) as won_by_week
  from chosen cross join generate_series(0, (select ${movementWeeks - 1}::integer)) step
  left join by_week
    on by_week.partner_id = chosen.partner_id and by_week.week = ${day} + 7 * step
  group by 1`;

/** Leads that are stuck stand in a status in which it is somebody's turn: others are not looked at. */
type StuckRow = Omit<StuckLead, 'days' | 'turn'> & { status_key: OpenStatus; total: number };

/** Those that stand longest, each with how many there are. */
export async function findStuckLeads(db: Db, whose: Whose, now: Date): Promise<StuckRow[]> {
  return db.queryOnce<StuckRow>(sql`
    with stuck as materialized (${stuckLeads(whose, now, stuckCounted)})
    select lead.id, lead.company_name, lead.status, lead.status_key, lead.partner_id, lead.created_at,
      coalesce(nullif(concat_ws(' ', lead.first_name, lead.last_name), ''), lead.contact_name)
        as contact,
      owner.name as partner_name, longest.since, longest.usual_days,
      least((select count(*) from stuck), ${stuckCounted})::bigint as total
    from (select * from stuck order by since, id limit ${stuckNamed}) longest
    join leads lead on lead.id = longest.id
    left join users owner on owner.id = lead.partner_id and owner.deleted_at is null
    order by longest.since, lead.id`);
}

/** How many of a partner's leads are stuck. */
export async function countStuckLeads(db: Db, whose: Whose, now: Date): Promise<number> {
  const [row] = await db.queryOnce<{ count: number }>(sql`
    select least(count(*), ${stuckCounted})::bigint as count
    from (${stuckLeads(whose, now, stuckCounted)}) stuck`);
  return row?.count ?? 0;
}

/** Adds what was appended to what is kept, in one statement: whoever reads sees it in one of them. */
export async function foldDeltas(tx: Db): Promise<void> {
  await tx.query(sql`
    with taken as (
      delete from movement_deltas returning *
    ), moved as (
      select partner_id, fact, week, value, sum(n) as n from taken
      where fact <> 'stay' group by grouping sets ((partner_id, fact, week, value), (fact, week, value))
    ), kept as (
      insert into lead_movement as known (partner_id, fact, week, value, count)
      select coalesce(partner_id, ${everyone}), fact, week, value, n from moved
      where n <> 0 order by 1, 2, 3, 4
      on conflict (partner_id, fact, week, value) do update set count = known.count + excluded.count
    )
    insert into lead_stays as known (status_key, days, count)
    select status_key, value, sum(n) from taken where fact = 'stay'
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (status_key, days) do update set count = known.count + excluded.count`);
}

import { expect } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** What the counters of leads and of live companies say is what counting finds. */
export async function expectExactCounters(db: Db): Promise<void> {
  const counted = await db.queryOnce<object>(sql`
    select partner_id, status_key, count from lead_counts where count <> 0 order by 1, 2`);
  const leads = await db.queryOnce<object>(sql`
    select partner_id, status_key, count(*) from leads group by 1, 2 order by 1, 2`);
  expect(counted).toEqual(leads);
  const live = await db.queryOnce<object>(sql`
    select partner_id, company_key, live_leads::bigint as count from companies
    where live_leads <> 0 order by 1, 2`);
  const liveLeads = await db.queryOnce<object>(sql`
    select partner_id, company_key, count(*) from leads where status_is_live(status_key)
    group by 1, 2 order by 1, 2`);
  expect(live).toEqual(liveLeads);
  const [left] = await db.queryOnce<object>(sql`
    select (select count(*) from uncounted_leads) as uncounted,
      (select count(*) from leads join deleted_leads using (id)) as twice`);
  expect(left).toEqual({ uncounted: 0, twice: 0 });
}

/** How leads move is kept ready too; folded or not, it is what counting finds. */
export async function expectExactMovement(db: Db): Promise<void> {
  const ofLeads = sql`
    select partner_id, 'submitted' as fact, utc_week(created_at) as week, coalesce(came, 0) as value,
      count(*) from leads group by 1, 3, 4
    union all
    select partner_id, 'won', utc_week(won_at), whole_days(created_at, won_at), count(*)
    from leads where won_at is not null group by 1, 3, 4`;
  const counted = await db.queryOnce<object>(sql`
    select partner_id, fact, week, value, count from (${ofLeads}) counted order by 1, 2, 3, 4`);
  const together = await db.queryOnce<object>(sql`
    select fact, week, value, sum(count)::bigint as count from (${ofLeads}) counted
    group by 1, 2, 3 order by 1, 2, 3`);
  const everyone = sql`'00000000-0000-0000-0000-000000000000'`;
  const kept = await db.queryOnce<object>(sql`
    select partner_id, fact, week, value, sum(count)::bigint as count from (
      select partner_id, fact, week, value, count from lead_movement where partner_id <> ${everyone}
      union all
      select partner_id, fact, week, value, n from movement_deltas where fact <> 'stay'
    ) kept group by 1, 2, 3, 4 having sum(count) <> 0 order by 1, 2, 3, 4`);
  const keptTogether = await db.queryOnce<object>(sql`
    select fact, week, value, sum(count)::bigint as count from (
      select fact, week, value, count from lead_movement where partner_id = ${everyone}
      union all
      select fact, week, value, n from movement_deltas where fact <> 'stay'
    ) kept group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`);
  expect(kept).toEqual(counted);
  expect(keptTogether).toEqual(together);
  const won = await countLeadsWhere(db, sql`(won_at is not null) <> status_is_live(status_key)`);
  expect(won).toBe(0);
  const [less] = await db.queryOnce<object>(sql`
    select count(*) from (
      select status_key, days, count from lead_stays
      union all select status_key, value, n from movement_deltas where fact = 'stay'
    ) stays group by status_key, days having sum(count) < 0`);
  expect(less).toBeUndefined();
}

export async function countLeadsWhere(db: Db, where: Sql): Promise<number> {
  const [row] = await db.queryOnce<{ count: number }>(sql`
    select count(*) from leads where ${where}`);
  return row?.count ?? -1;
}

import { expect } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

const totalsOf = (rows: Sql) => sql`
  select source, partner_id, sum(companies)::bigint as companies,
    sum(payable)::numeric(40, 2) as payable, sum(payable_known)::bigint as payable_known,
    sum(alltime)::numeric(40, 2) as alltime, sum(alltime_known)::bigint as alltime_known
  from (${rows}) rows group by 1, 2
  having sum(companies) <> 0 or sum(payable) <> 0 or sum(payable_known) <> 0
    or sum(alltime) <> 0 or sum(alltime_known) <> 0
  order by 1, 2`;

const totalColumns = sql`companies, payable, payable_known, alltime, alltime_known`;
const keptTotals = sql`
  select source, partner_id, ${totalColumns} from commission_totals
  union all
  select source, partner_id, ${totalColumns} from commission_deltas`;

/** Of the companies as they are, by whoever says what they pay. */
const foundTotals = sql`
  select source, partner_id, 1 as companies, coalesce(payable, 0) as payable,
    num_nonnulls(payable) as payable_known, coalesce(alltime, 0) as alltime,
    num_nonnulls(alltime) as alltime_known
  from companies company left join crm_companies mirrored on mirrored.id = company.crm_company_id
  cross join lateral (values
    ('portal', company.commission_payable_to_partner, company.alltime_commission_payable),
    ('hubspot', mirrored.commission_payable_to_partner, mirrored.alltime_commission_payable)
  ) amounts (source, payable, alltime)
  where live_leads > 0`;

const earningsOf = (rows: Sql) => sql`
  select source, partner_id, day::text, sum(earned)::numeric(40, 2) as earned
  from (${rows}) rows group by 1, 2, 3 having sum(earned) <> 0 order by 1, 2, 3`;

const keptEarnings = sql`
  select source, partner_id, day, earned from commission_earnings
  union all
  select source, partner_id, day, earned from earning_deltas`;

/** Of what happened, by the day of UTC. */
const foundEarnings = sql`
  select via as source, partner_id, (at at time zone 'UTC')::date as day,
    coalesce((data->'changes'->'alltime_commission_payable'->>'to')::numeric, 0)
    - coalesce((data->'changes'->'alltime_commission_payable'->>'from')::numeric, 0) as earned
  from events where subject = 'company'`;

/** What is kept of commissions, with what is still to be added to it, is what adding up finds. */
export async function expectExactCommissions(db: Db): Promise<void> {
  const totals = await db.queryOnce<object>(totalsOf(keptTotals));
  expect(totals).toEqual(await db.queryOnce<object>(totalsOf(foundTotals)));
  const earnings = await db.queryOnce<object>(earningsOf(keptEarnings));
  expect(earnings).toEqual(await db.queryOnce<object>(earningsOf(foundEarnings)));
}

import type { CommissionSource } from '#contract/commissions.ts';
import { dayMilliseconds } from '#contract/days.ts';
import type { Db } from '#server/db/database.ts';
import { joined, type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import type { Period } from './period.ts';

/** What live companies pay: what is kept, and what is still to be added to it, in rows of a partner. */
export function keptTotals(whose: Whose, source: CommissionSource): Sql {
  const columns = sql`partner_id, companies, payable, payable_known, alltime, alltime_known`;
  const isAsked = sql`source = ${source} and ${ownedBy(whose)}`;
  return sql`
    select ${columns} from commission_totals where ${isAsked}
    union all
    select ${columns} from commission_deltas where ${isAsked}`;
}

/** The sums of such rows, named as those of companies are. */
export const sumsOfKept = sql`
  coalesce(sum(companies), 0)::bigint as companies,
  case when sum(payable_known) > 0 then sum(payable)::numeric(40, 2) end
    as commission_payable_to_partner,
  case when sum(alltime_known) > 0 then sum(alltime)::numeric(40, 2) end
    as alltime_commission_payable,
  jsonb_build_object(
    'commission_payable_to_partner', coalesce(sum(companies - payable_known), 0)::bigint,
    'alltime_commission_payable', coalesce(sum(companies - alltime_known), 0)::bigint
  ) as not_available`;

/**
 * What was earned in a period, as rows of a partner and an amount: of whole days (UTC) what is kept, and
 * of what is left of its first and its last day what happened.
 */
export function keptEarnings(
  whose: Whose,
  { from, before }: Period,
  source: CommissionSource,
): Sql {
  const firstDay = Math.ceil(from.getTime() / dayMilliseconds) * dayMilliseconds;
  const lastDay = Math.floor(before.getTime() / dayMilliseconds) * dayMilliseconds;
  const happened = (since: Date | number, until: Date | number) => sql`
    select partner_id, earned_by(data) as earned from events
    where subject = 'company' and via = ${source} and ${ownedBy(whose)}
      and at >= ${new Date(since)} and at < ${new Date(until)}`;
  if (firstDay >= lastDay) return happened(from, before);
  const isOfWholeDays = sql`
    source = ${source} and ${ownedBy(whose)}
    and day >= ${utcDay(firstDay)}::date and day < ${utcDay(lastDay)}::date`;
  const parts = [
    sql`select partner_id, earned from commission_earnings where ${isOfWholeDays}`,
    sql`select partner_id, earned from earning_deltas where ${isOfWholeDays}`,
  ];
  if (from.getTime() < firstDay) parts.push(happened(from, firstDay));
  if (before.getTime() > lastDay) parts.push(happened(lastDay, before));
  return joined(parts, ' union all ');
}

/** Years that both ISO 8601 and PostgreSQL write with four digits; nothing was earned outside them. */
const [firstKnownDay, lastKnownDay] = [Date.parse('0001-01-01'), Date.parse('9999-12-31')] as const;

const utcDay = (at: number): string =>
  new Date(Math.min(Math.max(at, firstKnownDay), lastKnownDay)).toISOString().slice(0, 10);

/** Adds what was appended to what is kept, in one statement: whoever reads sees it in one of them. */
export async function foldTotals(tx: Db): Promise<void> {
  await tx.query(sql`
    with taken as (delete from commission_deltas returning *)
    insert into commission_totals as known
      (source, partner_id, companies, payable, payable_known, alltime, alltime_known)
    select source, partner_id, sum(companies), sum(payable), sum(payable_known), sum(alltime),
      sum(alltime_known)
    from taken group by source, partner_id
    order by source, partner_id
    on conflict (source, partner_id) do update set
      companies = known.companies + excluded.companies,
      payable = known.payable + excluded.payable,
      payable_known = known.payable_known + excluded.payable_known,
      alltime = known.alltime + excluded.alltime,
      alltime_known = known.alltime_known + excluded.alltime_known`);
}

export async function foldEarnings(tx: Db): Promise<void> {
  await tx.query(sql`
    with taken as (delete from earning_deltas returning *)
    insert into commission_earnings as known (source, partner_id, day, earned)
    select source, partner_id, day, sum(earned)
    from taken group by source, partner_id, day having sum(earned) <> 0
    order by source, partner_id, day
    on conflict (source, partner_id, day) do update set earned = known.earned + excluded.earned`);
}

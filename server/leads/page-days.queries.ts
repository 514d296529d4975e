import { type Sql, sql } from '#server/db/sql.ts';

/** Leads that are counted by day, each under one of the keys, and how they are found where they are not. */
export type CountedByDay = {
  keys: string[];
  condition: Sql;
  by: 'lead' | 'status' | 'letters';
  /** How many they are in all, where the counters know. */
  total?: Sql;
};

type PlacedPage = { limit: number; offset: number; isNewestFirst: boolean };

/**
 * Where a page is, by the counts of the days before it: `counted` with the total, and the days that hold
 * the page as `held` (starts, ends, and how many leads come before the day). They are looked for among
 * months, then among the days of those that hold the page. Days that have changed since they were counted,
 * and those of whose letters only others are counted, are counted now. So are those that are not over,
 * which may have most of all leads, unless they are what is left of a total that is known. The first part
 * of a statement that reads the page.
 */
export function daysOfPage(
  { keys, condition, by, total }: CountedByDay,
  { limit, offset, isNewestFirst }: PlacedPage,
): Sql {
  const marked = sql`select day from lead_day_marks where ${by === 'status' ? sql`true` : sql`texts`}`;
  const ofKeys = sql`key = any((select ${keys}::text[])::text[])`;
  const uncounted = sql`
    select day from lead_days_partly partly
    where not exists (select from lead_days where ${ofKeys} and lead_days.day = partly.day)`;
  const before = isNewestFirst ? sql`total - up_to` : sql`up_to - count`;
  const holdsPage = sql`
    count > 0 and ${before} < (select ${offset + limit}::bigint)
      and ${before} + count > (select ${offset}::bigint)`;
  const countFrom = (day: Sql, ends: Sql) => sql`(
    select count(*) from leads
    where created_at >= start_of_utc_day(${day}) and created_at < ${ends} and ${condition})`;
  // A single value, also where PostgreSQL has not seen yet that the table has a single row.
  const lastCounted = sql`(select until from lead_days_counted)`;
  const notOver = countFrom(sql`${lastCounted} + 1`, sql`'infinity'`);
  const daysOf = (month: Sql) => sql`
    select day, sum(count)::integer as count from lead_days
    where ${ofKeys} and day >= ${month} and day < ${month} + interval '1 month' group by day`;
  return sql`
    with changed as materialized (
      select distinct day
      from (${marked} ${by === 'letters' ? sql`union all ${uncounted}` : sql``}) to_count
      where day <= ${lastCounted}
    ), changed_months as materialized (
      select distinct month_of(day) as month from changed
    ), past as (
      select month as day, true as is_month, sum(count)::integer as count from lead_months
      where ${ofKeys} and month not in (select month from changed_months) group by month
      union all
      select day, false, count
      from changed_months cross join lateral (${daysOf(sql`month`)}) as_counted
      where day not in (select day from changed)
      union all
      select day, false, ${countFrom(sql`day`, sql`start_of_utc_day(day + 1)`)}::integer from changed
    ), summed as materialized (
      select day, is_month, count, sum(count) over (order by day rows unbounded preceding) as up_to
      from past
    ), counted as materialized (
      select past_total, ${total ? sql`(${total})` : sql`past_total + ${notOver}`} as total
      from (select coalesce(max(up_to), 0) as past_total from summed) days_over
    ), months_and_days as materialized (
      select * from (
        select day, is_month, count, up_to from summed
        union all
        select ${lastCounted} + 1, false, total - past_total, total from counted
      ) all_days, (select total from counted) known
      where ${holdsPage}
    ), days as (
      select day, count, up_to, total from months_and_days where not is_month
      union all
      select one.day, one.count, month.up_to - month.count
        + sum(one.count) over (partition by month.day order by one.day rows unbounded preceding), total
      from months_and_days month cross join lateral (${daysOf(sql`month.day`)}) one
      where is_month
    ), held as materialized (
      select start_of_utc_day(day) as starts, case when day >= ${lastCounted} + 1 then 'infinity'
        else start_of_utc_day(day + 1) end as ends, ${before} as before
      from days where ${holdsPage}
    )`;
}

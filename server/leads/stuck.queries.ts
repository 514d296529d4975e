import { initialStatus } from '#contract/lead-status.ts';
import { leastStays } from '#contract/limits.ts';
import { statusTurns } from '#contract/stages.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';

const statuses = Object.keys(statusTurns);

/**
 * Leads that have stood in their status longer than nine in ten did, with since when, and with what is
 * usual. A status at a time and oldest first, so that an index leads to those, and to no others; `most`
 * of each, where it is set. A lead whose status was never changed is a new one.
 */
export function stuckLeads(whose: Whose, now: Date, most?: number): Sql {
  const limit = most === undefined ? sql`` : sql`limit ${most}`;
  const before = sql`${now}::timestamptz - make_interval(days => usual.days + 1)`;
  return sql`
    select stuck.id, stuck.since, usual.days as usual_days from usual_stays(${leastStays}) usual
    cross join lateral (
      (select id, status_changed_at as since from leads
      where ${ownedBy(whose)} and status_key = usual.status_key and status_changed_at <= ${before}
      order by status_changed_at ${limit})
      union all
      (select id, created_at from leads
      where ${ownedBy(whose)} and usual.status_key = ${initialStatus}
        and status_key = ${initialStatus} and status_changed_at is null and created_at <= ${before}
      order by created_at ${limit})
    ) stuck
    where usual.status_key = any(${statuses}::text[])`;
}

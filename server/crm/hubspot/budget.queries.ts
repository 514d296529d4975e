import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type Call = 'search' | 'other';

/** Until an answer tells more: what HubSpot allows the smallest account. */
const limits = sql`(values ('other', 100, 10000), ('search', 5, 1000))
  as own (name, most, milliseconds)`;

// Evenly spaced by four fifths of the limit, and a fifth of it at once: never more than the limit in
// any ten seconds, wherever they begin.
const step = sql`make_interval(secs => kept.milliseconds / (kept.most * 0.8) / 1000)`;
const burst = sql`make_interval(secs => kept.milliseconds * 0.2 / 1000)`;

export type Taken = { most: number; refusals: number; wait: number; is_day_over: boolean };

export async function takeCall(db: Db, call: Call, dayAgainMinutes: number): Promise<Taken> {
  // A search counts as a call, too.
  const names = call === 'search' ? ['other', 'search'] : ['other'];
  const [taken] = await db.query<Taken>(sql`
    with taken as (
      insert into crm_budget as kept (name, most, milliseconds, next_at)
      select name, most, milliseconds,
        ${db.now()} + make_interval(secs => milliseconds / (most * 0.8) / 1000)
      from ${limits} where name = any(${names}::text[]) order by name
      on conflict (name) do update
        set next_at = greatest(kept.next_at, kept.blocked_until, ${db.now()}) + ${step}
      returning name, most, refusals,
        greatest(next_at - ${step} - ${burst}, blocked_until, ${db.now()}) - ${db.now()} as wait
    )
    select max(most) filter (where name = 'other') as most, max(refusals) as refusals,
      extract(epoch from max(wait))::float8 * 1000 as wait,
      exists (
        select from crm_budget where name = 'day' and remaining <= 0
          and told_at > ${db.now()} - make_interval(mins => ${dayAgainMinutes})
      ) as is_day_over
    from taken`);
  return taken ?? { most: 0, refusals: 0, wait: 0, is_day_over: false };
}

export async function noteLimit(db: Db, most: number, milliseconds: number): Promise<void> {
  await db.query(sql`
    update crm_budget set most = ${most}, milliseconds = ${milliseconds} where name = 'other'`);
}

export async function noteDay(db: Db, most: number | null, remaining: number): Promise<void> {
  await db.query(sql`
    insert into crm_budget (name, most, milliseconds, remaining, told_at)
    values ('day', coalesce(${most}::integer, 0), 86400000, ${remaining}::integer, ${db.now()})
    on conflict (name) do update set most = coalesce(${most}::integer, crm_budget.most),
      remaining = excluded.remaining, told_at = excluded.told_at`);
}

/** Each refusal in a row doubles the pause, up to the whole of what the limit is counted over. */
export async function blockCalls(db: Db, call: Call): Promise<void> {
  await db.query(sql`
    update crm_budget set refusals = refusals + 1, blocked_until = greatest(blocked_until,
      ${db.now()} + make_interval(
        secs => least(milliseconds, 250 * power(2, least(refusals, 10))) / 1000))
    where name = ${call}`);
}

export async function forgetRefusals(db: Db): Promise<void> {
  await db.query(sql`update crm_budget set refusals = 0 where refusals > 0`);
}

/** HubSpot takes calls again, and did not say how many are left. */
export async function forgetDay(db: Db): Promise<void> {
  await db.query(sql`update crm_budget set remaining = null where name = 'day'`);
}

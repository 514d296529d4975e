import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type Job = Record<'id' | 'kind' | 'key', string> & {
  data: Record<string, unknown>;
  wanted: number;
  /** How often it has failed since it was last wanted. */
  attempts: number;
};

/** What becomes of a job; where it neither runs again nor is parked, it is done with. */
export type Settlement = Pick<Job, 'id' | 'wanted' | 'attempts'> & {
  run_in: number | null;
  reason: string | null;
  parked: boolean;
};

/**
 * In the transaction that causes it, so that neither is there without the other. Wanted again where
 * it waits or is under way; a parked one is given another chance.
 */
export async function enqueue(
  tx: Db,
  kind: string,
  keys: string | string[],
  data: object = {},
  runAt: Date | null = null,
): Promise<void> {
  await tx.query(sql`
    insert into jobs (id, kind, key, data, created_at, run_at)
    select gen_random_uuid(), ${kind}, key, ${JSON.stringify(data)}::jsonb, ${tx.now()},
      coalesce(${runAt}::timestamptz, ${tx.now()})
    from unnest(${[keys].flat()}::text[]) key order by key collate "C"
    on conflict (kind, key) do update set wanted = jobs.wanted + 1, data = excluded.data,
      run_at = least(jobs.run_at, excluded.run_at), attempts = 0, reason = null, parked_at = null`);
}

export async function claimJobs(
  db: Db,
  claim: { kind: string; atOnce: number; by: string; seconds: number },
): Promise<Job[]> {
  return db.query<Job>(sql`
    with due as (
      select id from jobs
      where kind = ${claim.kind} and parked_at is null and run_at <= ${db.now()}
        and (claimed_until is null or claimed_until <= ${db.now()})
      order by run_at, id limit ${claim.atOnce} for update skip locked
    )
    update jobs set claimed_by = ${claim.by},
      claimed_until = ${db.now()} + make_interval(secs => ${claim.seconds})
    from due where jobs.id = due.id
    returning jobs.id, kind, key, data, wanted, attempts`);
}

/** Answers with how many still are this claim's; nobody who holds one at this moment is waited for. */
export async function renewClaim(db: Db, by: string, seconds: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    with held as (select id from jobs where claimed_by = ${by} for update skip locked), renewed as (
      update jobs set claimed_until = ${db.now()} + make_interval(secs => ${seconds})
      from held where jobs.id = held.id
    )
    select count(*) from jobs where claimed_by = ${by}`);
  return row?.count ?? 0;
}

/**
 * What was wanted again meanwhile starts anew, whatever became of this attempt. One that somebody
 * holds at this moment is left: waiting for many in another order than theirs could end in a circle.
 * Answers with those that are settled, or another's by now.
 */
export async function settleJobs(db: Db, by: string, settlements: Settlement[]) {
  return db.query<{ id: string }>(sql`
    with outcome as (
      select *, run_in is null and not parked as is_done
      from jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb) as settlement (
        id uuid, wanted integer, run_in float8, attempts integer, reason text, parked boolean)
    ), held as (
      select jobs.id, jobs.wanted > outcome.wanted as is_wanted from jobs join outcome using (id)
      where claimed_by = ${by} for update of jobs skip locked
    ), gone as (
      delete from jobs using outcome join held using (id)
      where jobs.id = held.id and is_done and not is_wanted
    ), kept as (
      update jobs set claimed_by = null, claimed_until = null,
        run_at = case when is_wanted or outcome.parked then jobs.run_at
          else ${db.now()} + make_interval(secs => run_in / 1000) end,
        attempts = case when is_wanted then jobs.attempts else outcome.attempts end,
        reason = case when is_wanted then jobs.reason else outcome.reason end,
        parked_at = case when outcome.parked and not is_wanted then ${db.now()} end
      from outcome join held using (id)
      where jobs.id = held.id and (is_wanted or not is_done)
    )
    select id from outcome
    where id in (select id from held) or id not in (select id from jobs where claimed_by = ${by})`);
}

/** False where it is no longer parked; so of the next. */
export async function retryJob(db: Db, kinds: string[], id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update jobs set parked_at = null, attempts_before = attempts_before + attempts, attempts = 0,
      run_at = ${db.now()}
    where id = ${id} and kind = any(${kinds}::text[]) and parked_at is not null returning id`);
  return rows.length > 0;
}

/** All that are parked of these kinds. */
export async function retryJobs(db: Db, kinds: string[]): Promise<void> {
  await db.query(sql`
    update jobs set parked_at = null, attempts_before = attempts_before + attempts, attempts = 0,
      run_at = ${db.now()}
    where kind = any(${kinds}::text[]) and parked_at is not null`);
}

export async function dropJob(db: Db, kinds: string[], id: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from jobs
    where id = ${id} and kind = any(${kinds}::text[]) and parked_at is not null returning id`);
  return rows.length > 0;
}

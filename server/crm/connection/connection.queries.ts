import type { CrmFault } from '#contract/crm.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** True where it was not connected before. */
export async function switchOn(db: Db): Promise<boolean> {
  const rows = await db.query(sql`
    update crm set on_since = ${db.now()} where on_since is null returning one`);
  return rows.length > 0;
}

/** True where somebody has worked with it in the last minutes. */
export async function switchOff(db: Db): Promise<boolean> {
  const rows = await db.query<{ was_at_work: boolean | null }>(sql`
    update crm set on_since = null, fault = null, fault_of = null, probes = 0, probe_at = null
    where on_since is not null
    returning greatest(last_pull_at, last_push_at) > ${db.now()} - interval '5 minutes'
      as was_at_work`);
  return rows[0]?.was_at_work ?? false;
}

/** A fault of one kind of jobs concerns no other; one of the connection, of which `of` is null, all. */
const concerns = (kind: string): Sql => sql`(fault_of is null or fault_of = ${kind})`;

/** How long until it is tried again doubles from the first pause to the longest, in seconds. */
export async function storeFault(
  db: Db,
  fault: { kind: CrmFault; detail: string; of: string | null },
  pause: { first: number; longest: number },
): Promise<void> {
  await db.query(sql`
    update crm set fault_of = ${fault.of},
      fault = jsonb_build_object('kind', ${fault.kind}::text, 'detail', ${fault.detail}::text,
        'since', case when fault->>'kind' = ${fault.kind} then fault->>'since'
          else to_char(${db.now()} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end),
      probes = probes + 1,
      probe_at = ${db.now()} + make_interval(
        secs => least(${pause.first} * power(2, least(probes, 10)), ${pause.longest}))`);
}

/** Whatever it is of. */
export async function deleteAnyFault(db: Db): Promise<void> {
  await db.query(sql`
    update crm set fault = null, fault_of = null, probes = 0, probe_at = null
    where fault is not null`);
}

export async function deleteFault(db: Db, kind: string): Promise<void> {
  await db.query(sql`
    update crm set fault = null, fault_of = null, probes = 0, probe_at = null
    where fault is not null and ${concerns(kind)}`);
}

/** Whether somebody could be told to try now; nobody works with what another has switched off. */
export async function isOpen(db: Db, kind: string): Promise<boolean> {
  const [row] = await db.query<{ is_open: boolean }>(sql`
    select on_since is not null
      and (fault is null or not ${concerns(kind)} or probe_at <= ${db.now()}) as is_open
    from crm`);
  return row?.is_open ?? false;
}

/** Whoever is told to try is believed to be at it until the next is. */
export async function takeProbe(db: Db, kind: string, seconds: number): Promise<boolean> {
  const [row] = await db.query<{ may_call: boolean }>(sql`
    with probe as (
      update crm set probe_at = ${db.now()} + make_interval(secs => ${seconds})
      where fault is not null and ${concerns(kind)} and probe_at <= ${db.now()} returning one
    )
    select fault is null or not ${concerns(kind)} or exists (select from probe) as may_call
    from crm`);
  return row?.may_call ?? false;
}

/** Answers with the id of the account that was known before. */
export async function replaceAccount(
  tx: Db,
  account: { id: string; url: string },
): Promise<string | null> {
  const [row] = await tx.query<{ id: string | null }>(sql`
    select account->>'id' as id from crm for update`);
  await tx.query(sql`
    update crm set account = ${JSON.stringify(account)}::jsonb
    where account is distinct from ${JSON.stringify(account)}::jsonb`);
  return row?.id ?? null;
}

export async function forgetAccount(tx: Db): Promise<void> {
  await tx.query(sql`delete from crm_leads`);
  await tx.query(sql`delete from crm_companies`);
  await tx.query(sql`
    update crm_cursors set since = null, round_since = null, round_began = null,
      round_after = null, round_seen = 0, round_total = null, read_at = null, swept_after = '',
      archived_after = ''`);
}

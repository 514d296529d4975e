import type { CrmFault } from '#contract/crm.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** True where it was not connected before. */
export async function switchOn(db: Db): Promise<boolean> {
  const rows = await db.query(sql`
    update crm set on_since = ${db.now()} where on_since is null returning one`);
  return rows.length > 0;
}

export async function switchOff(db: Db): Promise<void> {
  await db.query(sql`
    update crm set on_since = null, fault = null, probes = 0, probe_at = null
    where on_since is not null`);
}

/** How long until it is tried again doubles from the first pause to the longest, in seconds. */
export async function storeFault(
  db: Db,
  fault: { kind: CrmFault; detail: string },
  pause: { first: number; longest: number },
): Promise<void> {
  await db.query(sql`
    update crm set
      fault = jsonb_build_object('kind', ${fault.kind}::text, 'detail', ${fault.detail}::text,
        'since', case when fault->>'kind' = ${fault.kind} then fault->'since'
          else to_jsonb(${db.now()}) end),
      probes = probes + 1,
      probe_at = ${db.now()} + make_interval(
        secs => least(${pause.first} * power(2, least(probes, 10)), ${pause.longest}))`);
}

export async function deleteFault(db: Db): Promise<void> {
  await db.query(sql`
    update crm set fault = null, probes = 0, probe_at = null where fault is not null`);
}

/** Whoever is told to try is believed to be at it until the next is. */
export async function takeProbe(db: Db, seconds: number): Promise<boolean> {
  const [row] = await db.query<{ may_call: boolean }>(sql`
    with probe as (
      update crm set probe_at = ${db.now()} + make_interval(secs => ${seconds})
      where fault is not null and probe_at <= ${db.now()} returning one
    )
    select fault is null or exists (select from probe) as may_call from crm`);
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
      round_after = null, round_seen = 0, round_total = null, read_at = null, swept_after = ''`);
}

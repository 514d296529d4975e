import type { LeadDetails } from '#contract/leads.ts';
import type { Db } from '#server/db/database.ts';
import { columns, joined, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import { details } from './lead-columns.queries.ts';
import type { Side } from './lead-filter.ts';
import type { everyLeadColumn } from './lead-row.ts';

/** Nobody else changes or deletes it until the transaction ends. */
export async function lockLead(
  tx: Db,
  whose: Whose,
  id: string,
  side: Side,
): Promise<LeadDetails | undefined> {
  const [found] = await tx.query<LeadDetails>(sql`
    with lead as (select * from leads where id = ${id} and ${ownedBy(whose)} for update)
    ${details(side)}`);
  return found;
}

export type ChangedColumns = Partial<Record<(typeof everyLeadColumn)[number], string | null>>;

/**
 * Names the columns that change and no others, so that what the portal reads with less precision than
 * the database keeps is never written back. Not prepared: there are too many combinations to keep.
 */
export async function updateLead(
  tx: Db,
  whose: Whose,
  id: string,
  changed: ChangedColumns,
  side: Side,
): Promise<LeadDetails | undefined> {
  const assigned = Object.entries(changed).map(
    ([column, value]) => sql`${columns([column])} = ${value}`,
  );
  const [lead] = await tx.queryOnce<LeadDetails>(sql`
    with lead as (
      update leads set ${joined(assigned, ', ')} where id = ${id} and ${ownedBy(whose)} returning *
    )
    ${details(side)}`);
  return lead;
}

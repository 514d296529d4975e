import { leadDetails } from '#contract/leads.ts';
import { columns, joined, type Sql, sql } from '#server/db/sql.ts';
import type { Side } from './lead-filter.ts';

/** Of a row called `lead`. A note that was left for a partner who no longer has the lead is not theirs. */
function unreadFor(side: Side): Sql {
  const theirs = side === 'partner' ? sql`mark.partner_id = lead.partner_id` : sql`true`;
  return sql`exists (
    select 1 from unread_notes mark
    where mark.lead_id = lead.id and mark.side = ${side} and ${theirs})`;
}

/** Of a row called `lead`: the partner who has it brought it, too. */
const isStillWithSender = sql`not exists (
  select 1 from (
    select data->>'from' as sender from events
    where subject_id = lead.id and kind = 'moved' order by at, id limit 1
  ) first_move
  where sender <> lead.partner_id::text)`;

/** Of one that was stored just now nothing has happened yet that would have to be looked for. */
export type Stage = 'new' | 'kept' | 'deleted';

/** What is shown of a lead and is no column of its own. */
function derived(side: Side, stage: Stage): Record<string, Sql> {
  /** Another partner's file or token is nothing to the one whom a lead was moved to. */
  const ofSender = (shown: Sql) =>
    side === 'admin' || stage === 'new'
      ? shown
      : sql`case when ${isStillWithSender} then ${shown} end`;
  const isDeleted = stage === 'deleted';
  return {
    partner_name: sql`owner.name as partner_name`,
    source_name: sql`${ofSender(sql`coalesce(import.file_name, lead.token_name)`)} as source_name`,
    source_row: sql`${ofSender(sql`lead.import_row`)} as source_row`,
    import_id: sql`${ofSender(sql`lead.import_id`)} as import_id`,
    status_changed_at: sql`coalesce(lead.status_changed_at, lead.created_at) as status_changed_at`,
    deleted_at: isDeleted ? sql`lead.deleted_at` : sql`null::timestamptz as deleted_at`,
    deleted_by_name: isDeleted
      ? sql`(select name from users where users.id = lead.deleted_by) as deleted_by_name`
      : sql`null::text as deleted_by_name`,
    unread: stage === 'kept' ? sql`${unreadFor(side)} as unread` : sql`false as unread`,
  };
}

/** The contract's lead, field by field. */
export function columnsOf(shape: object, side: Side, stage: Stage = 'kept'): Sql {
  const special = derived(side, stage);
  return joined(
    Object.keys(shape).map((field) => special[field] ?? sql`lead.${columns([field])}`),
    ', ',
  );
}

export const withOwner = sql`
  left join users owner on owner.id = lead.partner_id and owner.deleted_at is null`;

/** Of the rows of a `with lead as (…)`. */
export function details(side: Side, stage: Stage = 'kept'): Sql {
  return sql`
    select ${columnsOf(leadDetails.shape, side, stage)} from lead ${withOwner}
    left join imports import on import.id = lead.import_id`;
}

import type { PartnerFigures } from '#contract/partners.ts';
import type { Db } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Side } from '#server/leads/lead-filter.ts';

type Figures = Omit<PartnerFigures, 'leads' | 'groups' | 'waiting'> & {
  statuses: { status_key: string; leads: number }[];
  waiting: Omit<PartnerFigures['waiting'], 'stuck'>;
};

/** As the list of unread leads counts: notes of deleted leads are kept, but wait for nobody. */
function countNoted(side: Side): Sql {
  return sql`
    select count(*) from unread_notes mark
    join leads on leads.id = mark.lead_id
    where mark.side = ${side} and mark.partner_id = partner.id`;
}

/** What the portal keeps about a partner, in one round trip; nothing of it is counted lead by lead. */
export async function findFigures(db: Db, partnerId: string): Promise<Figures | undefined> {
  const [found] = await db.query<Figures>(sql`
    select partner.last_signed_in_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('status_key', status_key, 'leads', count))
        from lead_counts where partner_id = partner.id
      ), '[]') as statuses,
      (
        select count(*) from companies where partner_id = partner.id and live_leads > 0
      ) as live_companies,
      (
        select jsonb_build_object('active', count(*) filter (where revoked_at is null),
          'revoked', count(revoked_at))
        from api_tokens where user_id = partner.id
      ) as tokens,
      (
        select jsonb_build_object('total', count(*), 'last_at',
          to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from imports where partner_id = partner.id
      ) as imports,
      jsonb_build_object(
        'unread_by_office', (${countNoted('admin')}),
        'unread_by_partner', (${countNoted('partner')}),
        'parked', (
          select count(*) from jobs
          where kind = 'push_lead' and parked_at is not null
            and exists (
              select from leads where leads.id = jobs.key::uuid and partner_id = partner.id))
      ) as waiting
    from users partner
    where id = ${partnerId} and role = 'partner' and deleted_at is null`);
  return found;
}

import { maxEventsBytes } from '#contract/limits.ts';
import type { Db, Transaction } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';

export type EventRow = {
  id: string;
  subject: 'lead' | 'company';
  subject_id: string;
  partner_id: string;
  kind: string;
  by_id: string | null;
  via: string;
  at: string;
  data: object;
  request_id: string | null;
  version: number;
};

/** All that one change tells, in one statement. */
export async function insertEvents(tx: Db, rows: readonly EventRow[]): Promise<void> {
  await tx.query(sql`
    insert into events
      (id, subject, subject_id, partner_id, kind, by_id, via, at, data, request_id, version)
    select id, subject, subject_id, partner_id, kind, by_id, via, at, data, request_id, version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as recorded (
      id uuid, subject text, subject_id uuid, partner_id uuid, kind text, by_id uuid, via text,
      at timestamptz, data jsonb, request_id text, version integer)`);
}

type Person = { id: string; name: string; role: 'admin' | 'partner' };
type Partner = { id: string; name: string };
export type ToldEvent = {
  id: string;
  kind: string;
  at: string;
  data: Record<string, unknown>;
  via: string;
  by: Person | null;
  /** Of a lead that was moved. */
  moved_from: Partner | null;
  moved_to: Partner | null;
};

/** Every text of a correction may be cut, and is still a hundred letters of up to six bytes. */
const largestEventBytes = 150_000;

/**
 * A page of what happened to one subject, oldest first, and how much there is in all. The page ends
 * early where its events are long, but never before the first. Who has been
 * deleted since is named all the same: their row stays.
 */
export async function findEvents(
  db: Db,
  whose: Whose,
  subjectId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ events: ToldEvent[]; total: number }> {
  // That it was submitted is told by the lead itself.
  const shown = sql`subject_id = ${subjectId} and kind <> 'submitted' and ${ownedBy(whose)}`;
  const rows = await db.query<ToldEvent & { total: number }>(sql`
    select counted.total, event.id, event.kind, event.at, event.data, event.via,
      case when person.id is not null then
        jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role) end as by,
      case when giver.id is not null then
        jsonb_build_object('id', giver.id, 'name', giver.name) end as moved_from,
      case when taker.id is not null then
        jsonb_build_object('id', taker.id, 'name', taker.name) end as moved_to
    from (select count(*) as total from events where ${shown}) counted
    left join lateral (
      select * from (
        select *, sum(octet_length(data::text)) over page - octet_length(data::text) as bytes_before
        from (
          select * from events where ${shown} order by at, id limit ${limit} offset ${offset}
        ) asked
        window page as (order by at, id)
      ) sized
      where bytes_before < ${maxEventsBytes - largestEventBytes}
    ) event on true
    left join users person on person.id = event.by_id
    left join users giver
      on giver.id = case event.kind when 'moved' then (event.data->>'from')::uuid end
    left join users taker
      on taker.id = case event.kind when 'moved' then (event.data->>'to')::uuid end
    order by event.at, event.id`);
  const events = rows.filter(({ id }) => id !== null).map(({ total: _, ...event }) => event);
  return { events, total: rows[0]?.total ?? 0 };
}

/**
 * Who brought the subject, and whose it was then, whoever has it now: an administrator who added it for
 * a partner, or else whoever had it first.
 */
export async function findSender(
  db: Db,
  subject: { id: string; partner_id: string },
): Promise<(Person & { first_partner_id: string }) | undefined> {
  const [sender] = await db.query<Person & { first_partner_id: string }>(sql`
    with shown as (
      select kind, by_id, partner_id, data->>'from' as moved_from, at, id from events
      where subject_id = ${subject.id} and kind in ('submitted', 'moved')
    ), added as (
      select by_id, partner_id from shown where kind = 'submitted' order by at, id limit 1
    ), first as (
      select coalesce(
        (select partner_id from added),
        (select moved_from::uuid from shown where kind = 'moved' order by at, id limit 1),
        ${subject.partner_id}::uuid) as partner_id
    )
    select users.id, users.name, users.role, first.partner_id as first_partner_id
    from first join users on users.id = coalesce((select by_id from added), first.partner_id)`);
  return sender;
}

/** One for each lead of an import, in one statement. */
export async function insertSubmissions(
  tx: Transaction,
  importId: string,
  {
    by,
    requestId,
    via,
    at,
  }: { by: string | null; requestId: string | null; via: string; at: Date },
): Promise<void> {
  await tx.queryLong(sql`
    insert into events
      (id, subject, subject_id, partner_id, kind, by_id, via, at, data, request_id, version)
    select uuid_v7(), 'lead', id, partner_id, 'submitted', ${by}::uuid, ${via},
      ${at}::timestamptz, '{}', ${requestId}, version
    from leads where import_id = ${importId}`);
}

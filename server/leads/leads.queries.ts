import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { LeadDetails } from '#contract/leads.ts';
import type { Db, Transaction } from '#server/db/database.ts';
import { columns, joined, type Sql, sql, textOf } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import { details } from './lead-columns.queries.ts';
import type { Side } from './lead-filter.ts';
import { type DuplicateKeys, type LeadRow, leadColumns } from './lead-row.ts';

export async function findLead(
  db: Db,
  whose: Whose,
  id: string,
  side: Side,
): Promise<LeadDetails | undefined> {
  const [found] = await db.query<LeadDetails>(sql`
    with lead as (select * from leads where id = ${id} and ${ownedBy(whose)})
    ${details(side)}`);
  return found;
}

/**
 * Of statuses that are given once each: by a join, which compares each counter once, not with every status.
 * They are asked for in the statement: of an array PostgreSQL guesses the length, and plans with every call.
 */
export async function countLeads(db: Db, whose: Whose, statusKeys: string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select coalesce(sum(count), 0)::bigint as count
    from unnest((select ${statusKeys}::text[])) wanted join lead_counts on status_key = wanted
    where ${ownedBy(whose)}`);
  return row?.count ?? 0;
}

/** What a lead has that is no text. One that is forgotten here makes every insert fail. */
const castTo: Partial<Record<(typeof leadColumns)[number], Sql>> = {
  id: sql`::uuid`,
  partner_id: sql`::uuid`,
  import_id: sql`::uuid`,
  import_row: sql`::integer`,
  created_at: sql`::timestamptz`,
  custom_fields: sql`::jsonb`,
};

// Put together once: the same text for any number of leads, so that it is planned once, too.
const stored = columns(leadColumns);
const sentTexts = joined(
  leadColumns.map((name) => sql`${columns([name])} text`),
  ', ',
);
const sentValues = joined(
  leadColumns.map((name) => sql`${columns([name])}${castTo[name] ?? sql``}`),
  ', ',
);
const detailsOfNew = details('partner', 'new');

/** In the order in which they are given. */
export async function insertLeads(db: Db, rows: readonly LeadRow[]): Promise<LeadDetails[]> {
  const records = rows.map((row) =>
    Object.fromEntries(leadColumns.map((name, i) => [name, row[i] ?? null])),
  );
  const leads = await db.query<LeadDetails>(sql`
    with lead as (
      insert into leads (${stored})
      select ${sentValues} from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as sent (${sentTexts})
      returning *
    )
    ${detailsOfNew}`);
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return records.map(({ id }) => {
    const lead = byId.get(id ?? '');
    if (!lead) throw new Error('A lead was inserted but not returned');
    return lead;
  });
}

const copyText = `copy leads (${textOf(columns(leadColumns))}) from stdin`;

const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function copyLine(row: LeadRow): string {
  const cells = row.map((value) =>
    value === null ? '\\N' : value.replace(/[\\\t\n\r]/g, (char) => copyEscapes[char] ?? ''),
  );
  return `${cells.join('\t')}\n`;
}

/** Many rows at once; the caller's transaction makes it all or nothing. */
export async function copyLeads(tx: Transaction, batches: AsyncIterable<LeadRow[]>): Promise<void> {
  async function* lines() {
    for await (const batch of batches) yield batch.map(copyLine).join('');
  }
  await tx.queryOnce(sql`set local statement_timeout = 0`);
  await pipeline(Readable.from(lines()), tx.client.query(copyFrom(copyText)));
}

/** Whose these leads are; an id that is nobody's, or not one of these, is left out. */
export async function findOwners(
  db: Db,
  whose: Whose,
  ids: string[],
): Promise<{ id: string; partner_id: string }[]> {
  return db.query<{ id: string; partner_id: string }>(sql`
    select id, partner_id from leads where id = any(${ids}::uuid[]) and ${ownedBy(whose)}`);
}

export type SameBy = 'email' | 'company and contact';

/** Which of these, by their position from 1, are leads of this partner already. */
export async function findSameLeads(
  db: Db,
  partnerId: string,
  keys: DuplicateKeys[],
): Promise<{ position: number; by: SameBy }[]> {
  const emails = keys.map(({ email }) => email);
  const companies = keys.map(({ company }) => company);
  const contacts = keys.map(({ contact }) => contact);
  return db.query<{ position: number; by: SameBy }>(sql`
    select position, by from (
      select position, case
        when exists (
          select 1 from leads
          where partner_id = ${partnerId}
            and md5(split_part(search_text, e'\\n', 3)) = md5(candidate.email)
            and split_part(search_text, e'\\n', 3) = candidate.email
        ) then 'email'
        when exists (
          select 1 from leads
          where partner_id = ${partnerId}
            and md5(company_key || e'\\n' || split_part(search_text, e'\\n', 2))
              = md5(candidate.company || e'\\n' || candidate.contact)
            and company_key = candidate.company and split_part(search_text, e'\\n', 2) = candidate.contact
        ) then 'company and contact'
      end as by
      from unnest(${emails}::text[], ${companies}::text[], ${contacts}::text[])
        with ordinality as candidate (email, company, contact, position)
    ) matched
    where by is not null order by position`);
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { type Lead, type LeadDetails, lead } from '#contract/leads.ts';
import type { Db, Transaction } from '#server/db/database.ts';
import { columns, joined, type Sql, sql, textOf } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import { substringPattern } from '#server/lib/text-keys.ts';
import type { Whose } from '#server/lib/whose.ts';
import { columnsOf, details, type Side, withOwner } from './lead-columns.queries.ts';
import { type DuplicateKeys, type LeadRow, leadColumns } from './lead-row.ts';

function inStatuses(keys: string[] | undefined): Sql {
  return keys ? sql`status_key = any(${keys}::text[])` : sql`true`;
}

function fromImport(id: string | undefined): Sql {
  return id ? sql`import_id = ${id}` : sql`true`;
}

/** Known without counting for as long as all its leads are as they were stored. */
function storedByImport(whose: Whose, id: string): Sql {
  return sql`(
    select stored::bigint from imports
    where id = ${id} and ${ownedBy(whose)} and undone_at is null
      and not exists (select 1 from touched_leads where import_id = ${id}))`;
}

export type LeadSearch = {
  limit: number;
  offset: number;
  search: string | null;
  statusKeys: string[] | undefined;
  importId: string | undefined;
  /** Who reads the list: notes are unread for one side or the other. */
  side: Side;
};

function newest(matches: Sql, limit: number, offset: number): Sql {
  return sql`
    select id, created_at from leads where ${matches}
    order by created_at desc, id desc limit ${limit} offset ${offset}`;
}

/** The counters know every total but that of a search or an import. */
function totalOf(
  whose: Whose,
  { search, statusKeys, importId }: Pick<LeadSearch, 'search' | 'statusKeys' | 'importId'>,
  { scope, matches }: { scope: Sql; matches: Sql },
): Sql {
  if (!search && !importId) {
    return sql`select coalesce(sum(count), 0)::bigint as total from lead_counts where ${scope}`;
  }
  const counted = sql`(select count(*) from leads where ${matches})`;
  if (!importId || search || statusKeys) return sql`select ${counted} as total`;
  return sql`select coalesce(${storedByImport(whose, importId)}, ${counted}) as total`;
}

/**
 * A page and the total, also past the last page, in one round trip. Planned with its values: what is
 * a good plan for one partner, status or search is a bad one for the next. Pages are counted off by
 * id alone, so that a late page is read from the index; the limit of one keeps the lookup of a lead
 * a lookup, whatever a table that has just grown is thought to hold.
 */
export async function findLeads(
  db: Db,
  whose: Whose,
  { limit, offset, search, statusKeys, importId, side }: LeadSearch,
): Promise<{ leads: Lead[]; total: number }> {
  const scope = sql`${ownedBy(whose)} and ${inStatuses(statusKeys)}`;
  // A line break tells the searched fields apart; in what is looked for, it is a space.
  const pattern = substringPattern((search ?? '').replaceAll('\n', ' '));
  const found = search ? sql`search_text like ${pattern}` : sql`true`;
  const matches = sql`${scope} and ${fromImport(importId)} and ${found}`;
  const total = totalOf(whose, { search, statusKeys, importId }, { scope, matches });
  const query = sql`
    select counted.total, ${columnsOf(lead.shape, side)}
    from (${total}) counted
    left join lateral (${newest(matches, limit, offset)}) page on true
    left join lateral (select * from leads where id = page.id limit 1) lead on true
    ${withOwner}
    order by lead.created_at desc, lead.id desc`;
  const rows = await db.queryOnce<Lead & { total: number }>(query);
  const leads = rows.filter((row) => row.id !== null).map(({ total: _, ...shown }) => shown);
  return { leads, total: rows[0]?.total ?? 0 };
}

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

export async function countLeads(db: Db, whose: Whose, statusKeys: string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select coalesce(sum(count), 0)::bigint as count from lead_counts
    where ${ownedBy(whose)} and ${inStatuses(statusKeys)}`);
  return row?.count ?? 0;
}

export async function insertLead(db: Db, row: LeadRow): Promise<LeadDetails> {
  const values = joined(
    row.map((value) => sql`${value}`),
    ', ',
  );
  const [stored] = await db.query<LeadDetails>(sql`
    with lead as (
      insert into leads (${columns(leadColumns)}) values (${values}) returning *
    )
    ${details('partner')}`);
  if (!stored) throw new Error('A lead was inserted but not returned');
  return stored;
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

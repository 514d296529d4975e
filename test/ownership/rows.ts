import { createHash } from 'node:crypto';
import { insertAccount } from '#server/accounts/accounts.queries.ts';
import { changeCommissions } from '#server/companies/commissions.ts';
import type { Db, Transaction } from '#server/db/database.ts';
import { columns, type Sql, sql } from '#server/db/sql.ts';
import { hit } from '#server/http/rate-limits.queries.ts';
import { finishImport, insertImport, rememberColumns } from '#server/imports/imports.queries.ts';
import { insertBulkChange } from '#server/leads/bulk/bulk-changes.queries.ts';
import { changeLead } from '#server/leads/correct.ts';
import { deleteLead } from '#server/leads/deleting.queries.ts';
import { type LeadInput, leadColumns, leadRow } from '#server/leads/lead-row.ts';
import { insertLeads } from '#server/leads/leads.queries.ts';
import { markTouched, markUnread } from '#server/leads/notes.queries.ts';
import { insertSession } from '#server/session/session.queries.ts';
import { countFailure, rememberAddress } from '#server/session/sign-in-throttle.queries.ts';
import { insertToken } from '#server/tokens/tokens.queries.ts';
import { insertView } from '#server/views/views.queries.ts';

export const now = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
export const hashOf = (text: string) => createHash('sha256').update(text).digest();
export const limit = { name: 'general', max: 1000, seconds: 60, of: 'calls' } as const;
export const passwordHash = 'the same for both';

/** Ids that are known before their rows are there. */
export type Owner = ReturnType<typeof ownerNamed>;
function ownerNamed(name: 'own' | 'other') {
  const digit = name === 'own' ? 'a' : 'b';
  const id = (n: number) => `0192${digit.repeat(4)}-0000-7000-8000-00000000000${n}`;
  return {
    name,
    id: id(0),
    lead: id(1),
    uniqueLead: id(2),
    company: id(3),
    token: id(4),
    session: id(5),
    import: id(6),
    deletedLead: id(7),
    view: id(8),
    bulk: id(9),
    email: `${name}@partner.example`,
    fingerprint: hashOf(`file of ${name}`),
    refreshHash: hashOf(`refresh ${name}`),
    accessHash: hashOf(`access ${name}`),
    tokenHash: hashOf(`token ${name}`),
  };
}
export const own = ownerNamed('own');
export const other = ownerNamed('other');

/** Both partners have this very lead. */
export const sharedLead = {
  company_name: 'Acme Ltd',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@acme.example',
};
/** Only this partner has this lead. */
export const uniqueLeadOf = ({ name }: Owner) => ({
  company_name: `Only ${name} Ltd`,
  first_name: `Only ${name}`,
  last_name: 'Contact',
  email: `only-${name}@acme.example`,
});

export function rowOf(input: LeadInput, owner: Owner, id: string, importId?: string) {
  const origin = { source: 'form', ...(importId && { importId }) } as const;
  const row = leadRow(input, owner.id, origin, now.toISOString());
  return row.with(leadColumns.indexOf('id'), id);
}

export const addressOf = ({ name }: Owner) => (name === 'own' ? '192.0.2.1' : '192.0.2.2');
export const failuresOf = (account: string) =>
  ({ key: `account:${account}`, most: 10, seconds: 60, waits: 'longer and longer' }) as const;

/** Rows of a partner in every table, the same for both wherever something is found by its value. */
export async function addRowsOf(tx: Transaction, owner: Owner): Promise<void> {
  const { id, name, email } = owner;
  const account = { id, role: 'partner', name: 'Pat', email, emailKey: email } as const;
  await insertAccount(tx, { ...account, company: 'Same Ltd', passwordHash, now });
  const session = { id: owner.session, userId: id, passwordHash, now, userAgent: name };
  const hashes = { refreshHash: owner.refreshHash, accessHash: owner.accessHash };
  const ends = { expiresAt: later(3600), accessExpiresAt: later(600) };
  await insertSession(tx, { ...session, ...hashes, ...ends, address: addressOf(owner) }, 10);
  const token = { name: 'Same', description: null, hash: owner.tokenHash, display: 'same' };
  await insertToken(tx, { id: owner.token, userId: id, ...token, now }, 10);
  const file = { fileName: 'same.csv', fingerprint: owner.fingerprint, now };
  await insertImport(tx, { id: owner.import, partnerId: id, sentBy: id, ...file });
  await insertLeads(tx, [rowOf(sharedLead, owner, owner.lead)]);
  await insertLeads(tx, [rowOf(uniqueLeadOf(owner), owner, owner.uniqueLead, owner.import)]);
  await finishImport(tx, owner.import, { stored: 1, skipped: 0, failed: 0 });
  const whose = { partner: id };
  const cause = { by: null, requestId: null, clock: () => now };
  await changeLead(tx, whose, 'admin', owner.lead, { status: 'live' }, cause);
  await insertLeads(tx, [rowOf(sharedLead, owner, owner.deletedLead)]);
  await deleteLead(tx, whose, owner.deletedLead, id);
  for (const side of ['partner', 'admin'] as const) await markUnread(tx, whose, owner.lead, side);
  await markTouched(tx, whose, owner.uniqueLead);
  const record = { kind: 'deleted', fingerprint: hashOf('change') } as const;
  await insertBulkChange(tx, { ...record, id: owner.bulk, by_id: id });
  // Not what marking it again would write.
  await tx.query(sql`
    update touched_leads set digest_as_stored = ${id} where import_id = ${owner.import}`);
  await tx.query(sql`
    insert into uncounted_leads (transaction, n, partner_id, status_key)
    values ('0', 1, ${id}, 'new')`);
  await tx.query(sql`update companies set id = ${owner.company} where partner_id = ${id}`);
  await changeCommissions(tx, whose, owner.company, { alltime_commission_payable: '7' }, cause);
  await rememberColumns(tx, id, `titles of ${name}`, [{ title: name, field: 'email' }], now);
  const view = { id: owner.view, ownerId: id, name: 'Same', query: '', shared: false, now };
  await insertView(tx, { ...view, nameKey: `only of ${name}` });
  await hit(tx, `calls:${id}`, limit);
  await countFailure(tx, failuresOf(id));
  await rememberAddress(tx, id, addressOf(owner), { days: 1, most: 10 });
  await tx.queryOnce(sql`
    insert into lead_movement (partner_id, fact, week, value, count)
    values (${id}, 'won', '2026-02-23', 3, 1)`);
  // What has been folded already.
  await tx.queryOnce(sql`insert into commission_totals values ('portal', ${id}, 1, 5, 1, 6, 1)`);
  await tx.queryOnce(sql`
    insert into commission_earnings values ('portal', ${id}, ${now}::timestamptz::date, 6)`);
}

/** More, and newer, than what is kept of one partner: whoever forgets all but the newest of
 * everybody would forget what the first partner has. */
export async function addManyRowsOf(tx: Transaction, owner: Owner): Promise<void> {
  await tx.query(sql`
    insert into access_tokens (hash, session_id, expires_at)
    select sha256(n::text::bytea), ${owner.session}::uuid, ${later(700)}::timestamptz
    from generate_series(1, 600) n`);
  await tx.query(sql`
    insert into import_columns (partner_id, titles_key, columns, chosen_at)
    select ${owner.id}::uuid, n::text, '[]', ${later(700)}::timestamptz
    from generate_series(1, 150) n`);
}

/** Everything that is this partner's, in every table that has a partner or a user. */
export async function rowsOf(db: Db, owner: Owner): Promise<Record<string, unknown>> {
  const owned = await db.query<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('partner_id', 'user_id', 'owner_id')`);
  const conditions: [table: string, condition: Sql][] = [
    ['users', sql`id = ${owner.id}`],
    ['access_tokens', sql`session_id in (select id from sessions where user_id = ${owner.id})`],
    ['touched_leads', sql`import_id = ${owner.import}`],
    ['bulk_changes', sql`by_id = ${owner.id}`],
    ['views', sql`owner_id = ${owner.id}`],
    // Calls are counted by user and by API token.
    ['rate_hits', sql`key like ${`%:${owner.id.slice(0, 9)}%`}`],
    ['sign_in_failures', sql`key like ${`%:${owner.id}`}`],
    ...owned.map(({ table, column }): [string, Sql] => [
      table,
      sql`${columns([column])} = ${owner.id}`,
    ]),
  ];
  const rows: Record<string, unknown> = {};
  for (const [table, condition] of conditions) {
    // The database makes up the ids of events: they are others each time.
    const row = table === 'events' ? sql`to_jsonb(kept) - 'id'` : sql`to_jsonb(kept)`;
    rows[table] = await db.query(sql`
      select ${row} as row from ${columns([table])} kept
      where ${condition} order by (${row})::text`);
  }
  return rows;
}

import type { ImportRecord } from '#contract/imports.ts';
import { claim } from '#server/db/claims.queries.ts';
import type { Db, Transaction } from '#server/db/database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownedBy } from '#server/db/whose.queries.ts';
import type { Whose } from '#server/lib/whose.ts';
import type { ColumnMemory, RememberedColumns } from './columns.ts';

export type StoredImport = {
  id: string;
  partner_id: string;
  fingerprint: Buffer;
  stored: number;
  skipped: number;
  failed: number;
  undone: boolean;
};
const storedColumns = sql`
  id, partner_id, fingerprint, stored, skipped, failed, undone_at is not null as undone`;

/** Of a row of `imports`: all its leads are as it stored them. */
const untouched = sql`
  not exists (select 1 from touched_leads where touched_leads.import_id = imports.id)`;

export async function findImport(db: Db, id: string): Promise<StoredImport | undefined> {
  const [found] = await db.query<StoredImport>(sql`
    select ${storedColumns} from imports where id = ${id}`);
  return found;
}

export async function findRecentImport(
  db: Db,
  partnerId: string,
  fingerprint: Buffer,
  since: Date,
): Promise<StoredImport | undefined> {
  const [found] = await db.query<StoredImport>(sql`
    select ${storedColumns} from imports
    where partner_id = ${partnerId} and created_at >= ${since} and fingerprint = ${fingerprint}
      and undone_at is null and ${untouched}
    order by created_at desc limit 1`);
  return found;
}

/** Empty where nobody of this id is there any more. */
export async function readOwnerName(db: Db, partnerId: string): Promise<string> {
  const [owner] = await db.query<{ name: string }>(sql`
    select name from users where id = ${partnerId} and deleted_at is null`);
  return owner?.name ?? '';
}

/** False where another process imports for this partner right now. */
export function claimImports(tx: Transaction, partnerId: string): Promise<boolean> {
  return claim(tx, `imports of ${partnerId}`);
}

/** False where an import with this id is there already. */
export async function insertImport(
  tx: Transaction,
  record: {
    id: string;
    partnerId: string;
    sentBy: string;
    fileName: string;
    fingerprint: Buffer;
    now: Date;
  },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into imports (id, partner_id, sent_by, file_name, fingerprint, created_at)
    values (${record.id}, ${record.partnerId}, nullif(${record.sentBy}::uuid, ${record.partnerId}),
      ${record.fileName}, ${record.fingerprint}, ${record.now})
    on conflict (id) do nothing returning id`);
  return rows.length === 1;
}

export async function finishImport(
  tx: Transaction,
  id: string,
  { stored, skipped, failed }: { stored: number; skipped: number; failed: number },
): Promise<StoredImport | undefined> {
  const [finished] = await tx.query<StoredImport>(sql`
    update imports set stored = ${stored}, skipped = ${skipped}, failed = ${failed}
    where id = ${id} returning ${storedColumns}`);
  return finished;
}

/** As it is answered; `done` are rows of imports. */
function recordsOf(done: Sql): Sql {
  return sql`
    select imports.id, coalesce(imports.sent_by, imports.partner_id) as user_id,
      sender.name as user_name, imports.partner_id, owner.name as for_partner, imports.file_name,
      imports.created_at, imports.stored, imports.skipped, imports.failed, imports.undone_at,
      imports.undone_at is null and imports.stored > 0 and ${untouched} as can_undo
    from (${done}) imports
    left join users sender
      on sender.id = coalesce(imports.sent_by, imports.partner_id) and sender.deleted_at is null
    left join users owner
      on owner.id = imports.partner_id and imports.sent_by is not null and owner.deleted_at is null
    order by imports.created_at desc, imports.id desc`;
}

export async function findImports(
  db: Db,
  whose: Whose,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ imports: ImportRecord[]; total: number }> {
  const [counted] = await db.query<{ total: number }>(sql`
    select count(*) as total from imports where ${ownedBy(whose)}`);
  const imports = await db.query<ImportRecord>(
    recordsOf(sql`
      select * from imports where ${ownedBy(whose)}
      order by created_at desc, id desc limit ${limit} offset ${offset}`),
  );
  return { imports, total: counted?.total ?? 0 };
}

export async function findImportRecord(
  db: Db,
  whose: Whose,
  id: string,
): Promise<ImportRecord | undefined> {
  const [record] = await db.query<ImportRecord>(
    recordsOf(sql`select * from imports where id = ${id} and ${ownedBy(whose)}`),
  );
  return record;
}

export async function findOwnImport(
  tx: Transaction,
  whose: Whose,
  id: string,
): Promise<StoredImport | undefined> {
  const [found] = await tx.query<StoredImport>(sql`
    select ${storedColumns} from imports where id = ${id} and ${ownedBy(whose)}`);
  return found;
}

/** In the order in which everybody locks many: two that meet would otherwise wait in a circle. */
async function lockLeadsInOrder(tx: Transaction, importId: string): Promise<void> {
  await tx.queryOnce(sql`
    select count(*) from (
      select 1 from leads where import_id = ${importId} order by id for update
    ) locked`);
}

/**
 * Deletes the leads for good, with what their events told: nobody has worked on them. Deletes them first and marks the import then: whoever changes one of them at this moment
 * either finds it gone, or has left it among the touched ones before the import can be marked.
 */
export async function undoImport(
  tx: Transaction,
  { id, undoneBy, now }: { id: string; undoneBy: string; now: Date },
): Promise<{ deleted: number; marked: boolean }> {
  await tx.queryOnce(sql`select set_config('portal.undoing', ${id}, true)`);
  await tx.queryOnce(sql`set local statement_timeout = 0`);
  await lockLeadsInOrder(tx, id);
  const [gone] = await tx.query<{ count: number }>(sql`
    with gone as (delete from leads where import_id = ${id} returning id), blanked as (
      update events set data = '{}', undo = null, by_id = null, request_id = null
      from gone where events.subject_id = gone.id
    )
    select count(*) as count from gone`);
  const marked = await tx.query(sql`
    update imports set undone_at = ${now}, undone_by = ${undoneBy}
    where id = ${id} and undone_at is null and ${untouched} returning id`);
  return { deleted: gone?.count ?? 0, marked: marked.length === 1 };
}

const mostRemembered = 100;

export async function readColumnMemory(db: Db, partnerId: string): Promise<ColumnMemory> {
  const rows = await db.query<{ titles_key: string; columns: RememberedColumns }>(sql`
    select titles_key, columns from import_columns where partner_id = ${partnerId}
    order by chosen_at desc limit ${mostRemembered}`);
  return Object.fromEntries(rows.map(({ titles_key, columns }) => [titles_key, columns]));
}

export async function rememberColumns(
  db: Db,
  partnerId: string,
  titlesKey: string,
  columns: RememberedColumns,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into import_columns (partner_id, titles_key, columns, chosen_at)
    values (${partnerId}, ${titlesKey}, ${JSON.stringify(columns)}::jsonb, ${now})
    on conflict (partner_id, titles_key) do update
      set columns = excluded.columns, chosen_at = excluded.chosen_at`);
  await db.query(sql`
    delete from import_columns where partner_id = ${partnerId} and titles_key not in (
      select titles_key from import_columns where partner_id = ${partnerId}
      order by chosen_at desc limit ${mostRemembered}
    )`);
}

type CheckedFile = { userId: string; sha256: Buffer };
const checkedKey = ({ userId, sha256 }: CheckedFile) =>
  `checked file:${userId}:${sha256.toString('hex')}`;

/** False where a check of this file has been counted and no upload has used that up. */
export async function markCheckCounted(
  tx: Transaction,
  file: CheckedFile,
  seconds: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into rate_hits as known (key, hits, window_ends)
    values (${checkedKey(file)}, 1, ${tx.now()} + make_interval(secs => ${seconds}))
    on conflict (key) do update set window_ends = excluded.window_ends
    where known.window_ends <= ${tx.now()}
    returning key`);
  return rows.length === 1;
}

/** True where a check of this file was counted; a second upload of it is counted again. */
export async function takeCheckCounted(tx: Transaction, file: CheckedFile): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from rate_hits where key = ${checkedKey(file)} and window_ends > ${tx.now()}
    returning key`);
  return rows.length === 1;
}

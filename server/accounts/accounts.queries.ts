import type { Administrator, User } from '#contract/accounts.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type Account = User & {
  password_hash: string;
  password_set_at: string;
  /** Null where that was its owner. */
  password_set_by: string | null;
};

export async function findAccountByKey(db: Db, emailKey: string): Promise<Account | undefined> {
  const [account] = await db.query<Account>(sql`
    select id, name, email, role, company, password_hash, password_set_at, password_set_by
    from users where email_key = ${emailKey} and deleted_at is null`);
  return account;
}

export async function recordSignIn(db: Db, id: string, now: Date): Promise<void> {
  await db.query(sql`update users set last_signed_in_at = ${now} where id = ${id}`);
}

export type NewAccountRow = {
  id: string;
  role: User['role'];
  name: string;
  email: string;
  emailKey: string;
  company: string | null;
  passwordHash: string;
  now: Date;
};

export type CreatedAccount = User & { created_at: string };

/** Nothing where the email is taken. */
export async function insertAccount(
  db: Db,
  account: NewAccountRow,
): Promise<CreatedAccount | undefined> {
  const [created] = await db.query<CreatedAccount>(sql`
    insert into users
      (id, role, name, email, email_key, company, password_hash, password_set_at, created_at)
    values (${account.id}, ${account.role}, ${account.name}, ${account.email},
      ${account.emailKey}, ${account.company}, ${account.passwordHash}, ${account.now},
      ${account.now})
    on conflict (email_key) where deleted_at is null do nothing
    returning id, name, email, role, company, created_at`);
  return created;
}

export async function updatePassword(
  db: Db,
  { id, role }: Pick<User, 'id' | 'role'>,
  password: { hash: string; setBy: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update users set password_hash = ${password.hash}, password_set_at = ${password.now},
      password_set_by = ${password.setBy}
    where id = ${id} and role = ${role} and deleted_at is null
    returning id`);
  return rows.length === 1;
}

/** False where another password was set since the one was checked, or the account is gone, which has none. */
export async function replacePassword(
  db: Db,
  change: { id: string; from: string; to: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update users
    set password_hash = ${change.to}, password_set_at = ${change.now}, password_set_by = null
    where id = ${change.id} and password_hash = ${change.from}
    returning id`);
  return rows.length === 1;
}

/** The row stays, without its password, so that leads and history keep their owner. */
export async function markDeleted(
  db: Db,
  { id, role }: Pick<User, 'id' | 'role'>,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update users set deleted_at = ${now}, password_hash = null
    where id = ${id} and role = ${role} and deleted_at is null
    returning id`);
  return rows.length === 1;
}

/** Held to the end of the transaction: two first starts make one administrator, and so on. */
export async function lockAdministrators(tx: Db): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('first administrator'))`);
}

export async function findAdministrators(db: Db): Promise<Administrator[]> {
  return db.query<Administrator>(sql`
    select id, name, email, created_at from users
    where role = 'admin' and deleted_at is null
    order by created_at desc, id desc`);
}

export async function findAdministratorEmails(db: Db): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select email from users where role = 'admin' and deleted_at is null order by created_at, id`);
  return rows.map((row) => row.email);
}

export type AdministratorChange = {
  kind: 'added' | 'removed';
  name: string;
  email: string;
  by_whom: string;
  at: string;
};

export async function insertAdministratorChange(
  tx: Db,
  change: { id: string; by: { id: string; text: string }; now: Date } & Pick<
    AdministratorChange,
    'kind' | 'name' | 'email'
  >,
): Promise<void> {
  await tx.query(sql`
    insert into administrator_changes (id, kind, name, email, by_id, by_whom, at, unread_by)
    values (${change.id}, ${change.kind}, ${change.name}, ${change.email}, ${change.by.id},
      ${change.by.text}, ${change.now}, array(
        select id from users
        where role = 'admin' and deleted_at is null and id <> ${change.by.id}))`);
}

/** The changes that this administrator has not been shown yet, newest first; they count as shown now. */
export async function takeAdministratorChanges(
  db: Db,
  readerId: string,
): Promise<AdministratorChange[]> {
  return db.query<AdministratorChange>(sql`
    with taken as (
      update administrator_changes set unread_by = array_remove(unread_by, ${readerId}::uuid)
      where ${readerId}::uuid = any(unread_by)
      returning id, kind, name, email, by_whom, at
    )
    select kind, name, email, by_whom, at from taken order by at desc, id desc`);
}

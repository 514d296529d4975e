import type { Partner } from '#contract/partners.ts';
import type { Db } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

const partnerColumns = sql`id, name, email, company, created_at`;
const isPartner = sql`role = 'partner' and deleted_at is null`;

export async function findPartners(db: Db, limit: number): Promise<Partner[]> {
  return db.query<Partner>(sql`
    select ${partnerColumns} from users where ${isPartner}
    order by created_at desc, id desc limit ${limit}`);
}

export async function findPartner(db: Db, id: string): Promise<Partner | undefined> {
  const [partner] = await db.query<Partner>(sql`
    select ${partnerColumns} from users where id = ${id} and ${isPartner}`);
  return partner;
}

export type NewUser = {
  id: string;
  role: 'admin' | 'partner';
  name: string;
  email: string;
  emailKey: string;
  company: string | null;
  passwordHash: string;
  now: Date;
};

/** Nothing where the email is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<Partner | undefined> {
  const [partner] = await db.query<Partner>(sql`
    insert into users
      (id, role, name, email, email_key, company, password_hash, password_set_at, created_at)
    values (${user.id}, ${user.role}, ${user.name}, ${user.email}, ${user.emailKey},
      ${user.company}, ${user.passwordHash}, ${user.now}, ${user.now})
    on conflict (email_key) where deleted_at is null do nothing
    returning ${partnerColumns}`);
  return partner;
}

export async function updatePartner(
  db: Db,
  id: string,
  change: { name: string; company: string },
): Promise<Partner | undefined> {
  const [partner] = await db.query<Partner>(sql`
    update users set name = ${change.name}, company = ${change.company}
    where id = ${id} and ${isPartner}
    returning ${partnerColumns}`);
  return partner;
}

export async function updatePassword(
  db: Db,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update users set password_hash = ${passwordHash}, password_set_at = ${now}
    where id = ${id} and ${isPartner}
    returning id`);
  return rows.length === 1;
}

export async function markDeleted(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update users set deleted_at = ${now}, password_hash = null
    where id = ${id} and ${isPartner}
    returning id`);
  return rows.length === 1;
}

/** Held to the end of the transaction, so that two first starts make one administrator. */
export async function lockAdmins(tx: Db): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('first administrator'))`);
}

export async function findAdminEmails(db: Db): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select email from users where role = 'admin' and deleted_at is null order by created_at, id`);
  return rows.map((row) => row.email);
}

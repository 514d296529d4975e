import { accountText, type User } from '#contract/accounts.ts';
import { isStorable } from '#contract/fields.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import {
  type Account,
  type AdministratorChange,
  type CreatedAccount,
  findAccountByKey,
  findAdministratorEmails,
  insertAccount,
  lockAdministrators,
  markDeleted,
  recordSignIn as recordSignInRow,
  replacePassword as replacePasswordRow,
  takeAdministratorChanges,
  updatePassword,
} from './accounts.queries.ts';
import { emailKey } from './email-key.ts';
import { refuseGuessable } from './guessable.ts';
import { hashPassword } from './passwords.ts';

export type { Account };

type AccountOfRole = Pick<User, 'id' | 'role'>;

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return isStorable(email) ? findAccountByKey(db, emailKey(email)) : undefined;
}

/** Outlives the session that was begun. */
export async function recordSignIn(db: Db, id: string, now: Date): Promise<void> {
  await recordSignInRow(db, id, now);
}

type NewAccount = Omit<User, 'id'>;

/** An administrator's new account for somebody else. */
export async function createAccount(
  db: Db,
  { password, ...account }: NewAccount & { password: string },
  now: Date,
): Promise<CreatedAccount> {
  await refuseGuessable(password, account);
  return addAccount(db, account, await hashPassword(password), now);
}

/** Of a password that was judged, and hashed before a transaction: that would hold a connection. */
export async function addAccount(
  db: Db,
  account: NewAccount,
  passwordHash: string,
  now: Date,
): Promise<CreatedAccount> {
  const created = await storeAccount(db, account, passwordHash, now);
  if (created) return created;
  const fields = { email: accountText.emailTaken };
  throw new AppError('conflict', accountText.emailTaken, { details: { fields } });
}

/** Nothing where the email is taken. */
async function storeAccount(
  db: Db,
  account: NewAccount,
  passwordHash: string,
  now: Date,
): Promise<CreatedAccount | undefined> {
  const keys = { id: uuidv7(), emailKey: emailKey(account.email) };
  return insertAccount(db, { ...account, ...keys, passwordHash, now });
}

/** How somebody is named who has done something to an account: names alone are not unique. */
export function nameWithEmail({ name, email }: Pick<User, 'name' | 'email'>): string {
  return `${name} (${email})`;
}

/**
 * By somebody else. False where there is no such account. Whoever calls it also ends the account's
 * sessions, and hashes before the transaction begins: hashing takes long, and would hold a connection
 * meanwhile.
 */
export async function setPassword(
  db: Db,
  account: AccountOfRole,
  password: { hash: string; setBy: string; now: Date },
): Promise<boolean> {
  return updatePassword(db, account, password);
}

/** False where `from`, the hash that was checked, is no longer the account's. */
export async function replacePassword(
  db: Db,
  id: string,
  from: string,
  to: string,
  now: Date,
): Promise<boolean> {
  return replacePasswordRow(db, { id, from, to, now });
}

/** False where there is no such account. What belongs to it stays: see remove-account.ts. */
export async function markAsDeleted(db: Db, account: AccountOfRole, now: Date): Promise<boolean> {
  return markDeleted(db, account, now);
}

/** What is known of the first administrator besides the email. */
export const firstAdministrator = { role: 'admin', name: 'Administrator', company: null } as const;

/** True where this start made the first administrator; later starts change nothing. */
export async function ensureAdministrator(
  db: Database,
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<boolean> {
  if ((await findAdministratorEmails(db)).length > 0) return false;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    await lockAdministrators(tx);
    if ((await findAdministratorEmails(tx)).length > 0) return false;
    return (
      (await storeAccount(tx, { email, ...firstAdministrator }, passwordHash, now)) !== undefined
    );
  });
}

export async function listAdministratorEmails(db: Db): Promise<string[]> {
  return findAdministratorEmails(db);
}

/** What others have done since an administrator last signed in; the next sign-in gets none of it. */
export async function readAdministratorChanges(
  db: Db,
  readerId: string,
): Promise<AdministratorChange[]> {
  return takeAdministratorChanges(db, readerId);
}

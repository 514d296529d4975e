import { type Administrator, accountText } from '#contract/accounts.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db } from '#server/db/database.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import { findAdministrators, lockAdministrators } from './accounts.queries.ts';
import { createAccount, findAccount, listAdministratorEmails } from './accounts.ts';
import { generatePasswordFor } from './guessable.ts';
import { removeAccount } from './remove-account.ts';
import { resetPasswordOf } from './reset-password.ts';

/** Newest first. */
export async function listAdministrators(db: Db): Promise<Administrator[]> {
  return findAdministrators(db);
}

async function findAdministrator(db: Db, id: string): Promise<Administrator> {
  const found = (await findAdministrators(db)).find((each) => each.id === id);
  if (!found) throw new AppError('not_found', accountText.administratorNotFound);
  return found;
}

export async function createAdministrator(
  db: Db,
  input: { name: string; email: string; password: string },
  now: Date,
): Promise<Administrator> {
  const account = await createAccount(db, { ...input, role: 'admin', company: null }, now);
  const { id, name, email, created_at } = account;
  return { id, name, email, created_at };
}

/** In turn with every other removal: two who remove each other would leave nobody. */
export async function deleteAdministrator(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAdministrators(tx);
    await findAdministrator(tx, id);
    const isLast = (await findAdministrators(tx)).length === 1;
    if (isLast) throw new AppError('conflict', accountText.lastAdministrator);
    await removeAccount(tx, { id, role: 'admin' }, now);
  });
}

/** One's own is changed where the current one is asked. */
export async function resetAdministratorPassword(
  db: Database,
  callerId: string,
  id: string,
  password: string,
  now: Date,
): Promise<void> {
  if (id === callerId) throw new AppError('forbidden', accountText.ownPassword);
  const { name, email } = await findAdministrator(db, id);
  const account = { id, name, email, role: 'admin', company: null } as const;
  const reset = await resetPasswordOf(db, account, password, now);
  if (!reset) throw new AppError('not_found', accountText.administratorNotFound);
}

/** For who can reach the machine and not the portal. The new password, which is kept nowhere. */
export async function resetLostPassword(db: Database, email: string, now: Date): Promise<string> {
  const account = await findAccount(db, email);
  if (account?.role !== 'admin') {
    const all = (await listAdministratorEmails(db)).join(', ') || 'none yet';
    throw new OperatorError(`${email} is no administrator. Administrators: ${all}.`);
  }
  const password = generatePasswordFor(account);
  await resetPasswordOf(db, account, password, now);
  return password;
}

import { type Administrator, accountText, type User } from '#contract/accounts.ts';
import { errorText } from '#contract/protocol.ts';
import { passwordWarningText } from '#contract/session-text.ts';
import { AppError } from '#server/app-error.ts';
import type { Database, Db, Transaction } from '#server/db/database.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import {
  findAdministrators,
  insertAdministratorChange,
  lockAdministrators,
} from './accounts.queries.ts';
import { addAccount, findAccount, listAdministratorEmails, nameWithEmail } from './accounts.ts';
import { generatePasswordFor, refuseGuessable } from './guessable.ts';
import { hashPassword } from './passwords.ts';
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

/** Who changes the administrators: the others are notified. */
type By = Pick<User, 'id' | 'name' | 'email'>;

export async function createAdministrator(
  db: Database,
  by: By,
  { name, email, password }: { name: string; email: string; password: string },
  now: Date,
): Promise<Administrator> {
  const account = { name, email, role: 'admin', company: null } as const;
  await refuseGuessable(password, account);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    // Before the account is there: the one who is added need not learn of it.
    await recordChange(tx, by, { kind: 'added', name, email, now });
    const { id, created_at } = await addAccount(tx, account, passwordHash, now);
    return { id, name, email, created_at };
  });
}

/** The other administrators learn of it at their next sign-in. */
async function recordChange(
  tx: Transaction,
  by: By,
  change: { kind: 'added' | 'removed'; name: string; email: string; now: Date },
): Promise<void> {
  const text = nameWithEmail(by);
  await insertAdministratorChange(tx, { id: uuidv7(), by: { id: by.id, text }, ...change });
}

/** In turn with every other removal: two who remove each other would leave nobody. */
export async function deleteAdministrator(
  db: Database,
  by: By,
  id: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAdministrators(tx);
    const { name, email } = await findAdministrator(tx, id);
    const all = await findAdministrators(tx);
    // Another removal may have removed the caller meanwhile.
    if (!all.some((each) => each.id === by.id)) {
      throw new AppError('unauthorized', errorText.tokenExpired);
    }
    const isLast = all.length === 1;
    if (isLast) throw new AppError('conflict', accountText.lastAdministrator);
    await removeAccount(tx, { id, role: 'admin' }, now);
    await recordChange(tx, by, { kind: 'removed', name, email, now });
  });
}

/** One's own is changed where the current one is asked. */
export async function resetAdministratorPassword(
  db: Database,
  by: By,
  id: string,
  password: string,
  now: Date,
): Promise<void> {
  if (id === by.id) throw new AppError('forbidden', accountText.ownPassword);
  const { name, email } = await findAdministrator(db, id);
  const account = { id, name, email, role: 'admin', company: null } as const;
  const reset = await resetPasswordOf(db, account, { password, setBy: nameWithEmail(by), now });
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
  await resetPasswordOf(db, account, { password, setBy: passwordWarningText.commandLine, now });
  return password;
}

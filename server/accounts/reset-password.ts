import type { User } from '#contract/accounts.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { endSessionsOf } from '#server/session/session.ts';
import { forgetAddressesOf, forgetFailures } from '#server/session/sign-in-throttle.ts';
import { setPassword } from './accounts.ts';
import { refuseGuessable } from './guessable.ts';
import { hashPassword } from './passwords.ts';

/**
 * Somebody else's password: all their sessions end, what they mistyped before is forgotten, and they
 * are told by whom until they have one of their own.
 */
export async function resetPasswordOf(
  db: Database,
  account: User,
  { password, setBy, now }: { password: string; setBy: string; now: Date },
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  await refuseGuessable(password, account);
  const hash = await hashPassword(password);
  return db.transaction(async (tx) => {
    if (!(await setPassword(tx, account, { hash, setBy, now }))) return false;
    // A statement of its own: it sees a session that began while the row was being changed.
    await endSessionsOf(tx, account.id);
    await forgetFailures(tx, account.email);
    // Whoever knew the old password may have used it from somewhere of their own.
    await forgetAddressesOf(tx, account.id);
    await alongside?.(tx);
    return true;
  });
}

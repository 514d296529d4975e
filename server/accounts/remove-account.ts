import type { User } from '#contract/accounts.ts';
import type { Transaction } from '#server/db/database.ts';
import { endSessionsOf } from '#server/session/session.ts';
import { forgetAddressesOf } from '#server/session/sign-in-throttle.ts';
import { deleteTokensOf } from '#server/tokens/tokens.ts';
import { deleteViewsOf } from '#server/views/views.ts';
import { markAsDeleted } from './accounts.ts';

/** With its views, and all that lets the account in or tells where it was used. False where there is none. */
export async function removeAccount(
  tx: Transaction,
  account: Pick<User, 'id' | 'role'>,
  now: Date,
): Promise<boolean> {
  if (!(await markAsDeleted(tx, account, now))) return false;
  await endSessionsOf(tx, account.id);
  await deleteTokensOf(tx, account.id);
  await forgetAddressesOf(tx, account.id);
  await deleteViewsOf(tx, account.id);
  return true;
}

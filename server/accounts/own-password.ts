import { accountText } from '#contract/accounts.ts';
import { tooManyPasswords } from '#contract/session-text.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { SessionCaller } from '#server/http/callers.ts';
import { endOtherSessions } from '#server/session/own-sessions.ts';
import {
  countedAttempt,
  forgetAddressesOf,
  ownPasswordCounters,
} from '#server/session/sign-in-throttle.ts';
import { findAccount, replacePassword } from './accounts.ts';
import { refuseGuessable } from './guessable.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

/** The current password is asked: whoever finds a screen unlocked must not get the account. */
export async function changeOwnPassword(
  context: AppContext,
  caller: SessionCaller,
  { current_password, password }: { current_password: string; password: string },
): Promise<void> {
  if (password === current_password) {
    const message = accountText.samePassword;
    throw new AppError('invalid', message, { details: { fields: { password: message } } });
  }
  await refuseGuessable(password, caller);
  const counters = ownPasswordCounters(context, caller.session_id);
  const changed = await countedAttempt(context.db, counters, tooManyPasswords, async () => {
    const account = await findAccount(context.db, caller.email);
    const stored = account?.password_hash ?? null;
    const matches = await passwordMatches(stored, current_password);
    return matches && stored ? storePassword(context, caller, stored, password) : undefined;
  });
  if (!changed) throw new AppError('forbidden', accountText.wrongPassword);
}

/** Refused, and no guess, where the password was changed while it was being checked. */
async function storePassword(
  { db, clock }: AppContext,
  caller: SessionCaller,
  stored: string,
  password: string,
): Promise<true> {
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const replaced = await replacePassword(tx, caller.id, stored, passwordHash, clock());
    if (!replaced) throw new AppError('forbidden', accountText.wrongPassword);
    await endOtherSessions(tx, caller);
    await forgetAddressesOf(tx, caller.id);
  });
  return true;
}

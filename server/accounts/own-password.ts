import { accountText } from '#contract/accounts.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import { addressKey } from '#server/http/addresses.ts';
import type { SessionCaller, Visitor } from '#server/http/callers.ts';
import { endOtherSessions } from '#server/session/own-sessions.ts';
import { forgetAddressesOf, rememberSignIn } from '#server/session/sign-in-throttle.ts';
import { replacePassword } from './accounts.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { refuseGuessable } from './guessable.ts';
import { hashPassword } from './passwords.ts';

/** The current password is asked: whoever finds a screen unlocked must not get the account. */
export async function changeOwnPassword(
  context: AppContext,
  caller: SessionCaller,
  { current_password, password }: { current_password: string; password: string },
  visitor: Visitor,
): Promise<void> {
  if (password === current_password) {
    const message = accountText.samePassword;
    throw new AppError('invalid', message, { details: { fields: { password: message } } });
  }
  const stored = await confirmPassword(context, caller, current_password);
  // After the current one, whose guesses are limited: judging a password takes the event loop's time.
  await refuseGuessable(password, caller);
  const passwordHash = await hashPassword(password);
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const replaced = await replacePassword(tx, caller.id, stored, passwordHash, clock());
    if (!replaced) throw wrongPassword();
    await endOtherSessions(tx, caller);
    await forgetAddressesOf(tx, caller.id);
    // The owner would otherwise be throttled at the next sign-in while strangers guess.
    await rememberSignIn(tx, caller.id, addressKey(visitor.ip));
  });
}

import { accountText } from '#contract/accounts.ts';
import { passwordFreshMinutes } from '#contract/limits.ts';
import { tooManyPasswords } from '#contract/session-text.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import type { SessionCaller } from '#server/http/callers.ts';
import { hasEnteredPassword, recordPasswordEntry } from '#server/session/own-sessions.ts';
import { countedAttempt, ownPasswordCounters } from '#server/session/sign-in-throttle.ts';
import { findAccount } from './accounts.ts';
import { passwordMatches } from './passwords.ts';

/**
 * Protects actions that would let a stolen session take over an account. Returns the matching hash.
 * Wrong passwords are counted by session.
 */
export async function confirmPassword(
  context: AppContext,
  caller: SessionCaller,
  currentPassword: string,
): Promise<string> {
  const counters = ownPasswordCounters(context, caller.session_id);
  const stored = await countedAttempt(context.db, counters, tooManyPasswords, async () => {
    const account = await findAccount(context.db, caller.email);
    const hash = account?.password_hash ?? null;
    const matches = await passwordMatches(hash, currentPassword);
    return matches && hash ? hash : undefined;
  });
  if (!stored) throw wrongPassword();
  await recordPasswordEntry(context.db, caller.session_id);
  return stored;
}

/** For a call whose specified body has no room for the password: it is asked for where it was not entered lately. */
export async function confirmPasswordUnlessFresh(
  context: AppContext,
  caller: SessionCaller,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword !== undefined) {
    await confirmPassword(context, caller, currentPassword);
    return;
  }
  if (await hasEnteredPassword(context.db, caller.session_id, passwordFreshMinutes)) return;
  throw refusal(accountText.enterOwn);
}

/** Also where the password was changed while it was being checked. */
export function wrongPassword(): AppError {
  return refusal(accountText.wrongPassword);
}

function refusal(message: string): AppError {
  return new AppError('forbidden', message, { details: { fields: { current_password: message } } });
}

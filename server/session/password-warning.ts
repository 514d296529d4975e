import { dayMilliseconds } from '#contract/days.ts';
import { maxAdministratorChangesNamed } from '#contract/limits.ts';
import { passwordWarningText } from '#contract/session-text.ts';
import {
  type Account,
  nameWithEmail,
  readAdministratorChanges,
} from '#server/accounts/accounts.ts';
import { newPasswordFault } from '#server/accounts/guessable.ts';
import type { AppContext } from '#server/app-context.ts';

/**
 * What signing in has to say, a sentence on each line, the worst first: that somebody else has set the
 * password; which administrators came and went since the reader's last sign-in; that the password is
 * weak, and old. `account` is as it was before.
 */
export async function passwordWarning(
  context: AppContext,
  account: Account,
  password: string,
): Promise<string | undefined> {
  const reset = resetSentences(account);
  const byOthers = [...reset, ...(await administratorSentences(context, account))];
  const faults = await faultSentences(context, account, password);
  const all = [
    ...byOthers,
    ...(byOthers.length > 0 ? [passwordWarningText.ifUnexpected] : []),
    ...faults,
    ...(reset.length + faults.length > 0 ? [passwordWarningText.whatToDo] : []),
  ];
  return all.length > 0 ? all.join('\n') : undefined;
}

function resetSentences({ password_set_by: setBy, password_set_at: setAt }: Account): string[] {
  return setBy === null ? [] : [passwordWarningText.reset(setBy, momentText(setAt))];
}

async function administratorSentences({ db }: AppContext, account: Account): Promise<string[]> {
  if (account.role !== 'admin') return [];
  const changes = await readAdministratorChanges(db, account.id);
  const named = changes.slice(0, maxAdministratorChangesNamed).map((change) => {
    const sentence = passwordWarningText[change.kind];
    return sentence(nameWithEmail(change), change.by_whom, momentText(change.at));
  });
  const more = changes.length - named.length;
  return more > 0 ? [...named, passwordWarningText.more(more)] : named;
}

async function faultSentences(
  { config, clock }: AppContext,
  account: Account,
  password: string,
): Promise<string[]> {
  const sentences: string[] = [];
  const fault = await newPasswordFault(password, account);
  if (fault) sentences.push(passwordWarningText.weak(fault));
  const age = clock().getTime() - Date.parse(account.password_set_at);
  const { passwordMaxAgeDays } = config;
  if (age > passwordMaxAgeDays * dayMilliseconds) {
    sentences.push(passwordWarningText.old(passwordMaxAgeDays));
  }
  return sentences;
}

/** The server does not know where its reader is: 20 November 2026, 14:05 UTC. */
function momentText(moment: string): string {
  const at = new Date(moment);
  const day = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`;
}

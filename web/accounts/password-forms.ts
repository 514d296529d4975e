import { accountText, newPasswordForm, passwordChange } from '#contract/accounts.ts';
import { serverText } from '#web/lib/api-error.ts';

/** What the form asks beyond what the server is sent: the new password once more. */
export const passwordChangeForm = passwordChange.and(newPasswordForm);

/** A refusal of the current password is no fault of the input's form, so it names no field. */
export function passwordChangeFields(error: unknown): Record<string, string> {
  const text = serverText(error);
  return text === accountText.wrongPassword ? { current_password: text } : {};
}

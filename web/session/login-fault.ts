import { sessionText } from '#contract/session-text.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';

/** spec §8, Login: what a sign-in that failed says. */
export function loginFault(error: unknown): string {
  if (!(error instanceof ApiError)) return sessionText.unexpected;
  return serverText(error) ?? sessionText.refused;
}

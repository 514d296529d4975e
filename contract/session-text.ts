import { changeOnAccountPage } from './account-page-text.ts';
import { tryAgain } from './wait-text.ts';

// Apart from session.ts, so that the login page loads no schema library.
export const sessionText = {
  missing: 'Please enter both email and password',
  refused: 'Invalid email or password',
  noRefreshToken: 'Refresh token is required',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const;

/** What `password_warning` says, a sentence on each line. */
export const passwordWarningText = {
  added: (whom: string, by: string, at: string) =>
    `${whom} was added as an administrator by ${by} on ${at}.`,
  removed: (whom: string, by: string, at: string) =>
    `${whom} was removed as an administrator by ${by} on ${at}.`,
  more: (changes: number) =>
    `And ${changes} more ${changes === 1 ? 'change' : 'changes'} of administrators.`,
  reset: (by: string, at: string) => `Your password was reset by ${by} on ${at}.`,
  ifUnexpected: 'If you did not expect this, tell another administrator.',
  commandLine: 'the command line of the server',
  weak: (fault: string) => `Your password no longer meets the rules: ${fault}.`,
  old: (days: number) => `Your password is more than ${days} days old.`,
  whatToDo: changeOnAccountPage,
} as const;

export function tooManySignIns(seconds: number): string {
  return `Too many failed sign-ins. ${tryAgain(seconds)}`;
}

export function tooManyPasswords(seconds: number): string {
  return `Too many wrong passwords. ${tryAgain(seconds)}`;
}

import { tryAgain } from './wait-text.ts';

// Apart from session.ts, so that the login page loads no schema library.
export const sessionText = {
  missing: 'Please enter both email and password',
  refused: 'Invalid email or password',
  noRefreshToken: 'Refresh token is required',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const;

const whatToDo = 'Change it on your Account page.';
export const passwordWarningText = {
  weak: (fault: string) => `Your password no longer meets the rules: ${fault}. ${whatToDo}`,
  old: (days: number) => `Your password is more than ${days} days old. ${whatToDo}`,
} as const;

export function tooManySignIns(seconds: number): string {
  return `Too many failed sign-ins. ${tryAgain(seconds)}`;
}

export function tooManyPasswords(seconds: number): string {
  return `Too many wrong passwords. ${tryAgain(seconds)}`;
}

// Apart from session.ts, so that the login page loads no schema library.
export const sessionText = {
  missing: 'Please enter both email and password',
  refused: 'Invalid email or password',
  noRefreshToken: 'Refresh token is required',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const;

const askForReset = 'Ask your administrator to reset it.';
export const passwordWarningText = {
  weak: (fault: string) => `Your password no longer meets the rules: ${fault}. ${askForReset}`,
  old: (days: number) => `Your password is more than ${days} days old. ${askForReset}`,
} as const;

export function tooManySignIns(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `Too many failed sign-ins. Please try again in ${wait}.`;
}

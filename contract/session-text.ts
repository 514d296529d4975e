// Apart from session.ts, so that the login page loads no schema library.
export const sessionText = {
  missing: 'Please enter both email and password',
  refused: 'Invalid email or password',
  noRefreshToken: 'Refresh token is required',
} as const;

export function tooManySignIns(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `Too many failed sign-ins. Please try again in ${wait}.`;
}

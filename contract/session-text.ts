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

/** Seconds below a minute: nobody should wait for a minute who may try in a second. */
function tryAgain(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}

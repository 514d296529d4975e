export const loginMissing = 'Please enter both email and password';
export const loginRefused = 'Invalid email or password';

export function tooManySignIns(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `Too many failed sign-ins. Please try again in ${wait}.`;
}

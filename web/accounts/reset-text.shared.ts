/** What a new password does to whose it is. */
export function resetHint(name: string): string {
  return `${name} will be signed out everywhere and signs in again with the new password.`;
}

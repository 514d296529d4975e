/** Emails are kept as written and compared by this key. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

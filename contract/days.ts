export const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Where a filter ends: a day ends where the next one begins; a moment is the end itself. */
export function endOf(to: string): Date {
  const isDay = !to.includes('T');
  return new Date(Date.parse(to) + (isDay ? dayMilliseconds : 0));
}

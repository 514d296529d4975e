/** As exact as the `Date` header is; less than that is not told from none. */
const exactMilliseconds = 1_500;

/** By how much HubSpot's clock goes before or behind the portal's, as its last answer shows. */
export function followClock(clock: () => Date) {
  let offset = 0;
  return {
    /** From an answer that has just come, and when it was asked for. */
    learn(askedAt: number, headers: Headers): void {
      const theirTime = Date.parse(headers.get('date') ?? '');
      // The header leaves out the part of its second: half of one, on average.
      const measured = theirTime + 500 - (askedAt + clock().getTime()) / 2;
      if (Number.isFinite(measured)) offset = Math.abs(measured) < exactMilliseconds ? 0 : measured;
    },
    /** What HubSpot's clock shows when the portal's shows this. */
    timeAt: (at: Date = clock()) => new Date(at.getTime() + offset),
  };
}

/** Days of the reader's own calendar, both of which count. */
export type Period = { from: string; to: string };

export const presets = [
  { name: 'This quarter', of: thisQuarter },
  { name: 'Last quarter', of: lastQuarter },
  { name: 'This year', of: thisYear },
] as const;

export function thisQuarter(now: Date): Period {
  return quarter(now.getFullYear(), Math.floor(now.getMonth() / 3));
}

function lastQuarter(now: Date): Period {
  return quarter(now.getFullYear(), Math.floor(now.getMonth() / 3) - 1);
}

function thisYear(now: Date): Period {
  return { from: dayOf(now.getFullYear(), 0, 1), to: dayOf(now.getFullYear(), 11, 31) };
}

function quarter(year: number, index: number): Period {
  // The day before the first of a month is the last of the one before.
  return { from: dayOf(year, index * 3, 1), to: dayOf(year, index * 3 + 3, 0) };
}

function dayOf(year: number, month: number, day: number): string {
  const date = midnightOf(year, month, day);
  const two = (part: number) => String(part).padStart(2, '0');
  const four = String(date.getFullYear()).padStart(4, '0');
  return `${four}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Given to the constructor, a year below 100 would be one of the last century. */
function midnightOf(year: number, month: number, day: number): Date {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, day);
  return date;
}

/** A day that an address names; nonsense is none. */
export function readDay(text: string | null): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  const isDay =
    text !== null &&
    Number(year) > 0 &&
    dayOf(Number(year), Number(month) - 1, Number(day)) === text;
  return isDay ? text : undefined;
}

/** From the beginning of the first day to the end of the last, as the reader's days begin and end. */
export function momentsOf({ from, to }: Period): Period {
  return { from: midnightAfter(from, 0), to: midnightAfter(to, 1) };
}

// Beyond them a zone would make moments of years that are not written with four digits.
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

function midnightAfter(text: string, days: number): string {
  const [year = 1, month = 1, day = 1] = text.split('-').map(Number);
  const midnight = midnightOf(year, month - 1, day + days).getTime();
  return new Date(Math.min(Math.max(midnight, earliest), latest)).toISOString();
}

/** The preset that a period is, if it is one. */
export function presetOf(period: Period, now: Date): string | undefined {
  return presets.find(({ of }) => {
    const { from, to } = of(now);
    return from === period.from && to === period.to;
  })?.name;
}

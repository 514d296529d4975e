import { counted, notAvailable, shortDate, shortTime, toDate } from './format.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The first step that fits, from the shortest; what is older than the last reads as its date. */
const steps = [
  { below: hour, unit: 'minute', length: minute },
  { below: day, unit: 'hour', length: hour },
  { below: 30 * day, unit: 'day', length: day },
] as const;

/** How long ago it was, seen from a moment. A clock that runs ahead makes nothing of the future. */
export function relativeTime(value: unknown, now: number): string {
  const date = toDate(value);
  if (!date) return notAvailable;
  const passed = now - date.getTime();
  if (passed < minute) return 'just now';
  const step = steps.find(({ below }) => passed < below);
  if (!step) return `on ${shortDate(value)}`;
  const count = Math.floor(passed / step.length);
  return `${counted(count, step.unit)} ago`;
}

const spans = [
  { from: 365 * day, unit: 'year', length: 365 * day },
  { from: 60 * day, unit: 'month', length: 30 * day },
  { from: day, unit: 'day', length: day },
  { from: hour, unit: 'hour', length: hour },
  { from: minute, unit: 'minute', length: minute },
] as const;

/** For how long something has been so: `for 3 days`. */
export function timeSince(value: unknown, now: number): string {
  const passed = now - (toDate(value)?.getTime() ?? now);
  const span = spans.find(({ from }) => passed >= from);
  if (!span) return 'just now';
  const count = Math.floor(passed / span.length);
  return `for ${counted(count, span.unit)}`;
}

export function daysText(days: number): string {
  return counted(days, 'day');
}

/** The whole days since then, however many: `74 days`. */
export function daysSince(value: unknown, now: number): string {
  const passed = now - (toDate(value)?.getTime() ?? now);
  return daysText(Math.max(0, Math.floor(passed / day)));
}

/** The day of a moment, as one speaks of it. */
export function dayName(value: unknown, now: number): string {
  const date = shortDate(value);
  if (date === shortDate(new Date(now).toISOString())) return 'Today';
  return date === shortDate(dayBefore(now).toISOString()) ? 'Yesterday' : date;
}

/** By the calendar: where the clocks are changed, a day has 23 hours or 25. */
function dayBefore(now: number): Date {
  const date = new Date(now);
  date.setDate(date.getDate() - 1);
  return date;
}

/** A moment in the reader's time zone: of today its time, of any other day its date too. */
export function momentText(value: unknown, now: number): string {
  const time = shortTime(value);
  return dayName(value, now) === 'Today' ? time : `${shortDate(value)}, ${time}`;
}

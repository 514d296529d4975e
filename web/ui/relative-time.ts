import { notAvailable, shortDate, toDate } from './format.ts';

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
  return `${count} ${step.unit}${count === 1 ? '' : 's'} ago`;
}

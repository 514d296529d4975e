import { dayMilliseconds } from '#contract/days.ts';
import type { Stage } from '#contract/stages.ts';

/** Weeks are those of UTC: their lists are asked for by exact moments. */
const midnight = (day: string) => `${day}T00:00:00Z`;

/** The day that is so many weeks later. */
export function weeksAfter(day: string, weeks: number): string {
  const later = Date.parse(midnight(day)) + weeks * 7 * dayMilliseconds;
  return new Date(later).toISOString().slice(0, 10);
}

function leadsPath(query: Record<string, string>, partner: string | undefined): string {
  return `/leads?${new URLSearchParams({ ...(partner && { partner }), ...query })}`;
}

/** The lists that prove the counts. */
export const listOf = {
  submitted: (from: string, weeks: number, partner?: string) =>
    leadsPath({ from: midnight(from), to: midnight(weeksAfter(from, weeks)) }, partner),
  won: (from: string, weeks: number, partner?: string) =>
    leadsPath({ won_from: midnight(from), won_to: midnight(weeksAfter(from, weeks)) }, partner),
  reached: (stage: Stage, from: string, partner?: string) =>
    leadsPath({ from: midnight(from), reached: stage }, partner),
  stuck: (partner?: string) => leadsPath({ stuck: 'true' }, partner),
};

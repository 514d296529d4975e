import { dayMilliseconds } from '#contract/days.ts';
import type { Stage } from '#contract/stages.ts';
import { leadsPath } from '#web/leads/lead-paths.shared.ts';

/** Weeks are those of UTC: their lists are asked for by exact moments. */
const midnight = (day: string) => `${day}T00:00:00Z`;

/** The day that is so many weeks later. */
export function weeksAfter(day: string, weeks: number): string {
  const later = Date.parse(midnight(day)) + weeks * 7 * dayMilliseconds;
  return new Date(later).toISOString().slice(0, 10);
}

/** The lists that prove the counts. */
export const listOf = {
  submitted: (from: string, weeks: number, partner?: string) =>
    leadsPath({ partner, from: midnight(from), to: midnight(weeksAfter(from, weeks)) }),
  won: (from: string, weeks: number, partner?: string) =>
    leadsPath({ partner, won_from: midnight(from), won_to: midnight(weeksAfter(from, weeks)) }),
  reached: (stage: Stage, from: string, partner?: string) =>
    leadsPath({ partner, from: midnight(from), reached: stage }),
  stuck: (partner?: string) => leadsPath({ partner, stuck: 'true' }),
};

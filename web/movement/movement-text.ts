import { movementWeeks, stageWeeks } from '#contract/limits.ts';
import type { Movement } from '#contract/movement.ts';
import type { Turn } from '#contract/stages.ts';
import { groupDigits, shortDate } from '#web/ui/format.ts';

export const movementText = {
  weeks: `Last ${movementWeeks} weeks`,
  weeksChart: `Leads submitted and won in each of the last ${movementWeeks} weeks`,
  weeksFailed: 'How leads move could not be loaded.',
  stages: 'From submitted to live',
  stagesOf: `Leads submitted in the last ${stageWeeks} weeks: how far they came, and how many of each stage came on`,
  partners: 'Won by partner',
  partnersOf: `These ${movementWeeks} weeks against the ${movementWeeks} before`,
  noPartners: `Nobody has won a lead in these weeks or the ${movementWeeks} before.`,
  stuck: 'Stuck',
  stuckOf: 'In their status for longer than nine in ten leads were',
  nothingStuck: 'Nothing is stuck',
  nothingStuckHint: 'No lead has stood in its status for longer than nine in ten did.',
  stuckFailed: 'What is stuck could not be loaded.',
  asTable: 'Show as table',
  asChart: 'Show as chart',
} as const;

/** How many there were, held against the weeks before. */
export function comparedText(now: number, before: number): string {
  if (now === 0 && before === 0) return `none in the ${movementWeeks} before either`;
  if (now === before) return `as many as in the ${movementWeeks} before`;
  const word = now > before ? 'more' : 'fewer';
  return `${groupDigits(Math.abs(now - before))} ${word} than in the ${movementWeeks} before`;
}

/** Of how many leads the days to live tell. */
export function wonText(leads: number): string {
  if (leads === 0) return 'none won';
  return leads === 1 ? 'of the one won' : `median of the ${groupDigits(leads)} won`;
}

/** A week of the chart, for whoever does not see it. */
export function weekText({ week, submitted, won }: Movement['weeks'][number]): string {
  return `Week of ${dayText(week)}: ${submitted} submitted, ${won} won`;
}

/** Below a day is the same day. */
export function usualText(days: number): string {
  return days === 0 ? 'usually the same day' : `usually up to ${groupDigits(days)}`;
}

/** Whose turn it is, in the eyes of whoever reads it. */
export function turnText(turn: Turn, isAdmin: boolean): string {
  if (isReadersTurn(turn, isAdmin)) return 'Your turn';
  return turn === 'vendor' ? 'Vendor’s turn' : 'Partner’s turn';
}

/** Administrators are the vendor's. */
export function isReadersTurn(turn: Turn, isAdmin: boolean): boolean {
  return turn === (isAdmin ? 'vendor' : 'partner');
}

/** A day as the server writes it, whatever the reader's time zone. */
export function dayText(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return shortDate(new Date(year, month - 1, date).toISOString());
}

export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}

export function changeText(change: number): string {
  if (change === 0) return '±0';
  return change > 0 ? `+${groupDigits(change)}` : `−${groupDigits(-change)}`;
}

import { restorableDays, undoSeconds } from '#contract/limits.ts';
import { counted, groupDigits } from '#web/ui/format.ts';

/** What is said of many leads at once, each sentence once. */
export const manyMessages = {
  selectPage: 'Select all leads on this page',
  wholePage: 'Select the whole page',
  failed: 'The leads could not be changed. Please try again.',
  undoFailed: 'The change could not be undone',
  undoUnanswered: 'No answer came. The leads may be put back all the same: Undo asks again.',
  undoing: 'Undoing',
  deleteHint: `Undo puts them back for ${undoSeconds} seconds. After that an administrator can restore them for ${restorableDays} days.`,
  noneChanged: 'Nothing to change',
  noneChangedWhy: 'All of these leads were like that already',
  searchPartners: 'Search partners',
} as const;

/** 1 lead, 1,240 leads. */
export function leadsText(count: number): string {
  return counted(count, 'lead');
}

export function selectedText(count: number): string {
  return count === 0 ? 'No leads selected' : `${leadsText(count)} selected`;
}

export function selectAllText(total: number): string {
  return `Select all ${groupDigits(total)} that match`;
}

export function deleteManyQuestion(count: number): string {
  return `Are you sure you want to delete ${leadsText(count)}?`;
}

/** How many leads a change has made different, and how many of the chosen ones needed none. */
export type Outcome = { count: number; unchanged: number };

/** What a change has done, by what it has done it to. */
export const doneTexts = {
  status: ({ count, unchanged }: Outcome, status: string) =>
    `${leadsText(count)}: ${status}${alreadyText(unchanged, 'so')}`,
  moved: ({ count, unchanged }: Outcome, partner: string) =>
    `${leadsText(count)} moved to ${partner}${alreadyText(unchanged, 'theirs')}`,
  deleted: ({ count }: Outcome) => `${leadsText(count)} deleted`,
} as const;

/** Whoever has chosen ten and reads nine is told of the tenth. */
function alreadyText(unchanged: number, what: string): string {
  if (unchanged <= 0) return '';
  return ` · ${counted(unchanged, 'was', 'were')} ${what} already`;
}

export function puttingBackText(count: number): string {
  return `Putting ${leadsText(count)} back`;
}

export function putBackText(count: number, left: number): string {
  if (left === 0) return `${leadsText(count)} put back`;
  const stay = counted(left, 'was changed since and stays', 'were changed since and stay');
  return `${groupDigits(count)} put back, ${stay} as ${left === 1 ? 'it is' : 'they are'}`;
}

/** Of ticked leads that were deleted elsewhere, once they are no longer ticked. */
export function goneText(gone: number, left: number): string {
  if (left === 0) {
    return gone === 1
      ? 'The selected lead is no longer there'
      : 'The selected leads are no longer there';
  }
  const others = left === 1 ? 'The other is' : 'The others are';
  const which = `${groupDigits(gone)} of the selected leads ${gone === 1 ? 'is' : 'are'}`;
  return `${which} no longer there. ${others} still selected: try again.`;
}

/** How far a change is that takes its time. */
export function progressText(done: number, total: number): string {
  return `${groupDigits(done)} of ${groupDigits(total)}`;
}

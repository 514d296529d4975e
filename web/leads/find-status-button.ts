import type { Lead } from '#contract/leads.ts';

/** Marks the badge of a lead's status, so that it is found again after its row was drawn anew. */
export function markStatusButton({ id }: Lead) {
  return { 'data-status-of': id };
}

/**
 * The badge of a lead's status, the one of the opened lead before that of its row; where a filter has
 * left the lead out, the first of the list.
 */
export function findStatusButton({ id }: Lead): HTMLElement | null {
  const badges = [...document.querySelectorAll<HTMLElement>('[data-status-of]')];
  const own = badges.findLast(({ dataset }) => dataset.statusOf === id);
  return own ?? badges[0] ?? document.getElementById('main');
}

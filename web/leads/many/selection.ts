import { maxLeadsByIds } from '#contract/limits.ts';

/** Which leads of a list are ticked: these, on whichever page, or all that the list shows. */
export type Selection = {
  ids: ReadonlySet<string>;
  isAll: boolean;
  /** The one that was ticked or unticked last: a range begins there. */
  anchor: string | undefined;
};

export const nothingSelected: Selection = { ids: new Set(), isAll: false, anchor: undefined };

export function isSelected({ ids, isAll }: Selection, id: string): boolean {
  return isAll || ids.has(id);
}

/** Ticks or unticks one. With all ticked, one that is unticked leaves the others of its page. */
export function toggleOne(selection: Selection, id: string, page: string[]): Selection {
  return withState(selection, [id], !isSelected(selection, id), id, page);
}

/** All from the one that was ticked last to this one become as this one does. */
export function toggleRange(selection: Selection, id: string, page: string[]): Selection {
  const from = page.indexOf(selection.anchor ?? id);
  const to = page.indexOf(id);
  if (from < 0) return toggleOne(selection, id, page);
  const range = page.slice(Math.min(from, to), Math.max(from, to) + 1);
  return withState(selection, range, !isSelected(selection, id), id, page);
}

export function togglePage(selection: Selection, page: string[]): Selection {
  const isOn = stateOfPage(selection, page) !== 'all';
  return withState(selection, page, isOn, undefined, page);
}

export function selectAll(selection: Selection): Selection {
  return { ...selection, isAll: true };
}

export function without(selection: Selection, gone: string[]): Selection {
  const ids = new Set(selection.ids);
  for (const id of gone) ids.delete(id);
  return { ...selection, ids };
}

export function stateOfPage(selection: Selection, page: string[]): 'all' | 'some' | 'none' {
  const ticked = page.filter((id) => isSelected(selection, id)).length;
  if (ticked === 0) return 'none';
  return ticked === page.length ? 'all' : 'some';
}

export function countOf({ ids, isAll }: Selection, total: number | undefined): number {
  return isAll ? (total ?? 0) : ids.size;
}

function withState(
  { ids, isAll }: Selection,
  changed: string[],
  isOn: boolean,
  anchor: string | undefined,
  page: string[],
): Selection {
  const next = new Set(isAll ? page : ids);
  for (const id of changed) {
    if (!isOn) next.delete(id);
    // More than the server takes by id are chosen by a filter.
    else if (next.size < maxLeadsByIds) next.add(id);
  }
  return { ids: next, isAll: false, anchor };
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Where in the table the focus was last: the row by its key, which of its cells, and whether on itself. */
type Place = { element: Element; key: string; cell: number; isOnCell: boolean };

/**
 * When the row that has the focus goes, as one does that no longer matches the filter, the same cell of
 * the next row takes it, or of the one before: otherwise the keyboard would start over at the top of the
 * page. Where no row is left, that is up to the caller.
 */
export function useRowFocus(
  table: RefObject<HTMLTableElement | null>,
  keys: string[] | undefined,
  onNoneLeft: (() => void) | undefined,
): void {
  const place = useRef<Place>(undefined);
  const keysBefore = useRef<string[]>([]);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      place.current = target instanceof Element ? placeIn(table.current, target) : undefined;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [table]);
  useLayoutEffect(() => {
    const before = keysBefore.current;
    keysBefore.current = keys ?? [];
    const last = place.current;
    if (!last || !keys || last.element.isConnected) return;
    place.current = undefined;
    if (document.activeElement !== document.body) return;
    const key = nearestLeft(before, keys, last.key);
    if (key !== undefined) focusCell(table.current, key, last);
    else if (keys.length === 0) onNoneLeft?.();
  });
}

function placeIn(table: HTMLTableElement | null, element: Element): Place | undefined {
  const cell = element.closest('td');
  const row = cell?.closest('tr');
  const key = row?.dataset.key;
  if (!cell || !row || key === undefined || !table?.contains(row)) return undefined;
  return { element, key, cell: [...row.children].indexOf(cell), isOnCell: element === cell };
}

/** Of the rows that are still there, the next one after what has gone, or else the one before it. */
function nearestLeft(before: string[], left: string[], gone: string): string | undefined {
  const position = before.indexOf(gone);
  const stays = new Set(left);
  const after = before.slice(position + 1).find((key) => stays.has(key));
  return (
    after ?? before.slice(0, Math.max(position, 0)).findLast((key) => stays.has(key)) ?? left[0]
  );
}

function focusCell(
  table: HTMLTableElement | null,
  key: string,
  { cell: column, isOnCell }: Place,
): void {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[data-key]') ?? [])];
  const cell = rows.find(({ dataset }) => dataset.key === key)?.children[column];
  if (isOnCell) restAround(cell);
  else cell?.querySelector<HTMLElement>('button, a[href]')?.focus();
}

/**
 * Keeps the place in a table or an opened record, without a button that a hasty press would set off;
 * false outside of these.
 */
export function restAround(element: Element | null | undefined): boolean {
  const place = element?.closest<HTMLElement>('td, [data-record]');
  if (!place?.isConnected) return false;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  return true;
}

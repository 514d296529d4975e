import { type RefObject, useEffect, useRef, useState } from 'react';
import type { LeadsList } from './use-leads-list.ts';

/** Somebody on the way from the search to the first lead that it finds. */
type OnTheWay = { text: string; opens: boolean };

/**
 * From the search to the first lead that it found. The rows of the list before stay until the answer
 * comes, and keys are faster than that: the way ends at the rows of what was searched for, and an
 * Enter pressed meanwhile opens the first of them.
 */
export function useGoToFound(list: LeadsList, table: RefObject<HTMLElement | null>) {
  const [onTheWay, setOnTheWay] = useState<OnTheWay>();
  const searched = list.state.search;
  // The address follows a moment after a search is sent: the same one is not sent again meanwhile.
  const lastSearched = useRef(searched);
  useEffect(() => {
    lastSearched.current = searched;
  }, [searched]);
  const search = (text: string) => {
    lastSearched.current = text;
    list.search(text);
  };
  return {
    search: (text: string) => {
      const isMeantForFound = onTheWay?.text === text;
      setOnTheWay(isMeantForFound ? { text, opens: true } : undefined);
      if (!isMeantForFound) search(text);
    },
    goDown: (text: string) => {
      if (text !== lastSearched.current.trim()) search(text);
      setOnTheWay((before) => (before?.text === text ? before : { text, opens: false }));
    },
    /** Once the rows are those that the list asks for. */
    arrive: () => {
      if (!onTheWay || onTheWay.text !== searched.trim()) return;
      setOnTheWay(undefined);
      if (!isStillIn(onTheWay.text)) return;
      const link = table.current?.querySelector<HTMLElement>('tbody tr[data-key] a');
      link?.focus();
      if (onTheWay.opens) link?.click();
    },
  };
}

/** Whoever has gone elsewhere, or types on, is not taken away from it. */
function isStillIn(text: string): boolean {
  const field = document.activeElement;
  return (
    field instanceof HTMLInputElement &&
    field.closest('search') !== null &&
    field.value.trim() === text
  );
}

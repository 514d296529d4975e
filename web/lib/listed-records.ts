import { createContext, useContext, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Walked } from './neighbours.ts';

/** Takes what a list shows, so that whoever opens one of its records can go on to the next. */
export const ListedRecordsContext = createContext<(listed: Walked) => void>(() => {});

export const noneListed: Walked = { ids: undefined };

/** For a list: tells which records it shows, once they stand in their table. */
export function useTellListed(
  rows: { id: string }[] | undefined,
  turnBack: (() => void) | undefined,
  turnOn: (() => void) | undefined,
): void {
  const tell = useContext(ListedRecordsContext);
  const ids = useSameWhileEqual(rows?.map(({ id }) => id));
  const listed = useMemo(() => ({ ids, turnBack, turnOn }), [ids, turnBack, turnOn]);
  // The table builds its rows behind what is shown, in the same step as this.
  const shown = useDeferredValue(listed);
  useEffect(() => tell(shown), [tell, shown]);
  useEffect(() => () => tell(noneListed), [tell]);
}

/** Whoever is told draws the list anew: told of the same again and again, it would never come to rest. */
function useSameWhileEqual(ids: string[] | undefined): string[] | undefined {
  const [kept, setKept] = useState(ids);
  if (kept?.join() === ids?.join()) return kept;
  setKept(ids);
  return ids;
}

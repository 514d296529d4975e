import { createContext, useContext, useDeferredValue, useEffect, useMemo } from 'react';
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
  const listed = useMemo(
    () => ({ ids: rows?.map(({ id }) => id), turnBack, turnOn }),
    [rows, turnBack, turnOn],
  );
  // The table builds its rows behind what is shown, in the same step as this.
  const shown = useDeferredValue(listed);
  useEffect(() => tell(shown), [tell, shown]);
  useEffect(() => () => tell(noneListed), [tell]);
}

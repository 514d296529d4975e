import { createContext, useContext, useDeferredValue, useEffect, useMemo } from 'react';
import type { Walked } from '#web/lib/neighbours.ts';

/** Takes what the list shows, so that whoever opens one of its companies can go on to the next. */
export const ListedCompaniesContext = createContext<(listed: Walked) => void>(() => {});

export const noneListed: Walked = { ids: undefined };

/** For the list: tells which companies it shows, once they stand in their table. */
export function useTellListed(
  companies: { id: string }[] | undefined,
  turnBack: (() => void) | undefined,
  turnOn: (() => void) | undefined,
): void {
  const tell = useContext(ListedCompaniesContext);
  const listed = useMemo(
    () => ({ ids: companies?.map(({ id }) => id), turnBack, turnOn }),
    [companies, turnBack, turnOn],
  );
  // The table builds its rows behind what is shown, in the same step as this.
  const shown = useDeferredValue(listed);
  useEffect(() => tell(shown), [tell, shown]);
  useEffect(() => () => tell(noneListed), [tell]);
}

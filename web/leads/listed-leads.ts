import { createContext, useContext, useDeferredValue, useEffect, useMemo } from 'react';
import type { Lead } from '#contract/leads.ts';

/** What a list shows, and how to go on where it ends. */
export type ListedLeads = {
  /** Undefined while nothing has arrived. */
  leads: Lead[] | undefined;
  /** Turns to the page before or after; undefined where there is none. */
  turnBack?: (() => void) | undefined;
  turnOn?: (() => void) | undefined;
};

export const noneListed: ListedLeads = { leads: undefined };

/** Takes what a list shows, so that whoever opens one of its leads can go on to the next. */
export const ListedLeadsContext = createContext<(listed: ListedLeads) => void>(() => {});

/** For a list: tells which leads it shows, once they stand in their table. */
export function useTellListedLeads({ leads, turnBack, turnOn }: ListedLeads): void {
  const tell = useContext(ListedLeadsContext);
  const listed = useMemo(() => ({ leads, turnBack, turnOn }), [leads, turnBack, turnOn]);
  // The table builds its rows behind what is shown, in the same step as this.
  const shown = useDeferredValue(listed);
  useEffect(() => tell(shown), [tell, shown]);
  useEffect(() => () => tell(noneListed), [tell]);
}

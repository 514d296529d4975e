import { createContext, useContext, useDeferredValue, useEffect } from 'react';
import type { Lead } from '#contract/leads.ts';

export type ListedLeads = Lead[] | undefined;

/** Takes what a list shows, so that whoever opens one of its leads can go on to the next. */
export const ListedLeadsContext = createContext<(leads: ListedLeads) => void>(() => {});

/** For a list: tells which leads it shows, once they stand in their table. */
export function useTellListedLeads(leads: ListedLeads): void {
  const tell = useContext(ListedLeadsContext);
  // The table builds its rows behind what is shown, in the same step as this.
  const shown = useDeferredValue(leads);
  useEffect(() => tell(shown), [tell, shown]);
  useEffect(() => () => tell(undefined), [tell]);
}

import { useLocation } from 'react-router';
import { leadIdIn, useOpenLead } from './lead-address.ts';
import { type ListedLeads, useTellListedLeads } from './listed-leads.ts';

/** What a table of leads needs so that its rows open them, and the opened one is marked. */
export function useOpenRows(leads: ListedLeads) {
  const { pathname } = useLocation();
  const openLead = useOpenLead();
  useTellListedLeads(leads);
  return {
    onOpen: ({ id }: { id: string }) => openLead(id),
    openedKey: leadIdIn(pathname),
  };
}

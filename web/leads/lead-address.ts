import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const leadAddress = /^\/leads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

/** The lead that an address opens. */
export function leadIdIn(pathname: string): string | undefined {
  return leadAddress.exec(pathname)?.[1];
}

export function leadPath(id: string): string {
  return `/leads/${id}`;
}

/** The lists that a lead is opened from. */
export type ListPath = '/dashboard' | '/leads';

/** The list on the screen: a lead that is opened from one leaves it where it is. */
function listBehind(before: ListPath | undefined, pathname: string): ListPath | undefined {
  const address = pathname.replace(/(.)\/+$/, '$1');
  if (address === '/dashboard' || address === '/leads') return address;
  return leadIdIn(pathname) ? before : undefined;
}

/** Undefined where there is no list, as on a lead that was opened by its address or after a reload. */
export function useListBehind(): ListPath | undefined {
  const { pathname } = useLocation();
  const [behind, setBehind] = useState(() => listBehind(undefined, pathname));
  const now = listBehind(behind, pathname);
  if (now !== behind) setBehind(now);
  return now;
}

/** Kept with a step of the history that was made from a list: the way back leads there. */
type Step = { fromList?: boolean } | null;

/** How links and rows lead to a lead: the list's filters stay in the address, for the way back. */
export function useLeadStep() {
  const { pathname, search, state } = useLocation();
  const isOpened = leadIdIn(pathname) !== undefined;
  return {
    search,
    // From lead to lead is no step of its own: the way back leads to the list.
    options: { replace: isOpened, state: isOpened ? (state as Step) : { fromList: true } },
  };
}

export function useOpenLead(): (id: string) => void {
  const navigate = useNavigate();
  const { search, options } = useLeadStep();
  return (id) => navigate({ pathname: leadPath(id), search }, options);
}

/** Back to the list that the lead was opened from, or else to the leads. */
export function useCloseLead(behind: ListPath | undefined): () => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  return () => {
    if ((state as Step)?.fromList) navigate(-1);
    else navigate({ pathname: behind ?? '/leads', search });
  };
}

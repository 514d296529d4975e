import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const companyAddress = /^\/companies\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

/** The company that an address opens. */
export function companyIdIn(pathname: string): string | undefined {
  return companyAddress.exec(pathname)?.[1];
}

export function companyPath(id: string): string {
  return `/companies/${id}`;
}

const livePath = '/live';

function liveBehind(before: boolean, pathname: string): boolean {
  if (pathname.replace(/(.)\/+$/, '$1') === livePath) return true;
  return companyIdIn(pathname) !== undefined && before;
}

/** Whether the list is on the screen: a company that is opened from it leaves it where it is. */
export function useLiveBehind(): boolean {
  const { pathname } = useLocation();
  const [behind, setBehind] = useState(() => liveBehind(false, pathname));
  const now = liveBehind(behind, pathname);
  if (now !== behind) setBehind(now);
  return now;
}

/** Kept with a step of the history that was made from the list: the way back leads there. */
type Step = { fromList?: boolean } | null;

/** How links and rows lead to a company: the list's filters stay in the address, for the way back. */
export function useCompanyStep() {
  const { pathname, search, state } = useLocation();
  const isOpened = companyIdIn(pathname) !== undefined;
  return {
    search,
    // From company to company is no step of its own: the way back leads to the list.
    options: { replace: isOpened, state: isOpened ? (state as Step) : { fromList: true } },
  };
}

export function useOpenCompany(): (id: string) => void {
  const navigate = useNavigate();
  const { search, options } = useCompanyStep();
  return (id) => navigate({ pathname: companyPath(id), search }, options);
}

/** Back to the list that the company was opened from. */
export function useCloseCompany(): () => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  return () => {
    if ((state as Step)?.fromList) navigate(-1);
    else navigate({ pathname: livePath, search });
  };
}

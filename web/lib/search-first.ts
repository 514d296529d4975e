import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What a navigation carries whose reader wants to search where it leads. */
export const searchFirst = { searchFirst: true } as const;

/** True on that arrival alone: whoever comes back to the page, or reloads it, has not asked again. */
export function useIsSearchFirst(): boolean {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isAsked = (state as Partial<typeof searchFirst> | null)?.searchFirst === true;
  const [isFirst] = useState(isAsked);
  useEffect(() => {
    if (isAsked) navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  }, [isAsked, pathname, search, navigate]);
  return isFirst;
}

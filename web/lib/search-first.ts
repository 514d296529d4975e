import { useLocation } from 'react-router';

/** What a navigation carries whose reader wants to search where it leads. */
export const searchFirst = { searchFirst: true } as const;

export function useIsSearchFirst(): boolean {
  const { state } = useLocation() as { state: Partial<typeof searchFirst> | null };
  return state?.searchFirst === true;
}

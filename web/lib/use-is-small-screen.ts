import { useMediaQuery } from '@mantine/hooks';

/** Where there is room for one thing beside the menu's button; the styles draw the same line. */
export function useIsSmallScreen(): boolean {
  return useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
}

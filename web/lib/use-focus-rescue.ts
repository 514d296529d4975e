import { type RefObject, useEffect, useRef } from 'react';

/**
 * When what had the focus leaves the region, as a row does that no longer matches the filter, the
 * region takes it: otherwise the keyboard would start over at the top of the page.
 */
export function useFocusRescue(region: RefObject<HTMLElement | null>, content: unknown): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const remember = (event: FocusEvent) => {
      wasInside.current = region.current?.contains(event.target as Node) ?? false;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [region]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of content is the occasion
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body) {
      region.current?.focus({ preventScroll: true });
    }
  }, [content, region]);
}

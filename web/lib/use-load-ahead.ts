import { useEffect } from 'react';

const restMilliseconds = 1_500;

/**
 * Loads the code of what opens with a press, once the screen has come to rest, so that the press
 * does not depend on the network. What fails is loaded when it is needed.
 */
export function useLoadAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), restMilliseconds);
    return () => clearTimeout(timer);
  }, [load]);
}

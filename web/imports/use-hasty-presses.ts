import { type MouseEvent, useRef } from 'react';

/** As long as systems take two clicks for one double click. */
const pauseMilliseconds = 500;

/**
 * Whoever stops something by a double click, or by a key that is held, means no more than that. Until
 * there was a pause, the same button does nothing else, nor does a key on what has the focus by then.
 */
export function useHastyPresses() {
  const last = useRef<{ at: number; on: EventTarget }>(null);
  return {
    hasStopped: ({ timeStamp, currentTarget }: MouseEvent) => {
      last.current = { at: timeStamp, on: currentTarget };
    },
    /** For whatever is around the buttons, which are not reached by such a press. */
    ignoreHasty: (event: MouseEvent) => {
      const { timeStamp, target, detail } = event;
      const before = last.current;
      if (!before || timeStamp - before.at >= pauseMilliseconds) return;
      const isByKey = detail === 0;
      const isOnSame = before.on instanceof Node && before.on.contains(target as Node);
      if (!isByKey && !isOnSame) return;
      before.at = timeStamp;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

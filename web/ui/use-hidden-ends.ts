import { type RefObject, useEffect, useState } from 'react';

type HiddenEnds = { scrolls: boolean; moreBefore: boolean; moreAfter: boolean };
const nothingHidden: HiddenEnds = { scrolls: false, moreBefore: false, moreAfter: false };

/**
 * Whether what an element holds is larger than it, and at which ends something is out of sight.
 * `content`: what it holds, where a change of that does not change the size of its first child.
 */
export function useHiddenEnds(
  element: RefObject<HTMLElement | null>,
  axis: 'sideways' | 'down',
  content?: unknown,
): HiddenEnds {
  const [state, setState] = useState(nothingHidden);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content is looked at anew
  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const look = () => {
      const next = lookAt(scroller, axis);
      setState((last) => (isSame(last, next) ? last : next));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    if (scroller.firstElementChild) sizes.observe(scroller.firstElementChild);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [element, axis, content]);
  return state;
}

function lookAt(scroller: HTMLElement, axis: 'sideways' | 'down'): HiddenEnds {
  const [position, hidden] =
    axis === 'sideways'
      ? [scroller.scrollLeft, scroller.scrollWidth - scroller.clientWidth]
      : [scroller.scrollTop, scroller.scrollHeight - scroller.clientHeight];
  // Screens that are zoomed leave fractions of a pixel, which are nothing to scroll to.
  return { scrolls: hidden > 1, moreBefore: position > 1, moreAfter: hidden - position > 1 };
}

function isSame(one: HiddenEnds, other: HiddenEnds): boolean {
  return (
    one.scrolls === other.scrolls &&
    one.moreBefore === other.moreBefore &&
    one.moreAfter === other.moreAfter
  );
}

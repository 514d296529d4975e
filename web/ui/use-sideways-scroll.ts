import { type RefObject, useEffect, useState } from 'react';

type Sideways = { scrolls: boolean; moreBefore: boolean; moreAfter: boolean };
const nothingHidden: Sideways = { scrolls: false, moreBefore: false, moreAfter: false };

/** Whether what an element holds is wider than it, and on which sides something is out of sight. */
export function useSidewaysScroll(element: RefObject<HTMLElement | null>): Sideways {
  const [state, setState] = useState(nothingHidden);
  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const look = () => {
      const next = lookAt(scroller);
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
  }, [element]);
  return state;
}

function lookAt({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Sideways {
  // Screens that are zoomed leave fractions of a pixel, which are nothing to scroll to.
  const hidden = scrollWidth - clientWidth;
  return {
    scrolls: hidden > 1,
    moreBefore: scrollLeft > 1,
    moreAfter: hidden - scrollLeft > 1,
  };
}

function isSame(one: Sideways, other: Sideways): boolean {
  return (
    one.scrolls === other.scrolls &&
    one.moreBefore === other.moreBefore &&
    one.moreAfter === other.moreAfter
  );
}

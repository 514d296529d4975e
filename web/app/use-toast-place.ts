import { useLayoutEffect } from 'react';
import { distanceFromEdge } from './toast-place.ts';

/** What is worked on wherever it stands: the top bar, pagers, the buttons of a form, what floats. */
const alwaysClear =
  '[data-keep-clear], form button[type="submit"], [role="dialog"], [role="listbox"]';

/** Keeps the toasts off what is worked on, for as long as any of them stands. */
export function useToastPlace(
  position: 'top-center' | 'bottom-center' | 'bottom-right',
  standing: boolean,
): void {
  useLayoutEffect(() => {
    if (!standing) return;
    let actedOn: Element | undefined;
    let frame = 0;
    const edge = position === 'top-center' ? 'top' : 'bottom';
    // Scrolling, typing, a list that opens, rows that arrive: all of them move what is worked on, so
    // it is looked at in every frame of the few seconds.
    const place = () => {
      frame = requestAnimationFrame(place);
      const stack = document.querySelector(
        `.mantine-Notifications-root[data-position="${position}"]`,
      );
      if (!stack) return;
      if (!stack.contains(document.activeElement)) actedOn = rowActedOn();
      const keepClear = [...document.querySelectorAll(alwaysClear), ...(actedOn ? [actedOn] : [])];
      const distance = distanceFromEdge(
        edge,
        stack.getBoundingClientRect(),
        window.innerHeight,
        keepClear.map(boxOf),
        [...document.querySelectorAll('tbody tr')].map(boxOf),
      );
      document.documentElement.style.setProperty('--toasts-distance', `${distance}px`);
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [position, standing]);
}

const boxOf = (element: Element) => element.getBoundingClientRect();

/** The row of what has the focus, or of what has opened the list that has it. */
function rowActedOn(): Element | undefined {
  const opener = document.querySelector('tr [aria-haspopup][aria-expanded="true"]');
  return (opener ?? document.activeElement)?.closest('tr, li') ?? undefined;
}

import { useLayoutEffect, useSyncExternalStore } from 'react';
import { isTypedInto } from '#web/lib/is-typed-into.ts';
import { distanceFromEdge } from './toast-place.ts';

/** What is worked on wherever it stands: the top bar, pagers, the buttons of a form, what floats. */
const alwaysClear =
  '[data-keep-clear], form button[type="submit"], [role="dialog"], [role="listbox"]';
/** What may be covered where there is no other place: rows, and fields such as the search above them. */
const clearIfPossible = 'tbody tr, main input';

/** Keeps the toasts off what is worked on, for as long as any of them stands. */
export function useToastPlace(
  position: 'top-center' | 'bottom-center' | 'bottom-right',
  hasToasts: boolean,
): void {
  useLayoutEffect(() => {
    if (!hasToasts) return;
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
      if (!stack.contains(document.activeElement)) actedOn = placeActedOn();
      const keepClear = [...document.querySelectorAll(alwaysClear), ...(actedOn ? [actedOn] : [])];
      const distance = distanceFromEdge(
        edge,
        stack.getBoundingClientRect(),
        window.innerHeight,
        keepClear.map(boxOf),
        [...document.querySelectorAll(clearIfPossible)].map(boxOf),
      );
      document.documentElement.style.setProperty('--toasts-distance', `${distance}px`);
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [position, hasToasts]);
}

/** Whether a field has the focus, for as long as any toast stands. */
export function useIsTyping(hasToasts: boolean): boolean {
  return useSyncExternalStore(hasToasts ? everyFrame : never, () =>
    isTypedInto(document.activeElement),
  );
}

/** A field that goes while it has the focus says nothing: it has to be looked for. */
function everyFrame(look: () => void): () => void {
  let frame = 0;
  const next = () => {
    frame = requestAnimationFrame(next);
    look();
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}
const never = () => () => {};

const boxOf = (element: Element) => element.getBoundingClientRect();

/** The row of what has the focus, or of what has opened the list that has it; or the field itself. */
function placeActedOn(): Element | undefined {
  const opener = document.querySelector('tr [aria-haspopup][aria-expanded="true"]');
  const { activeElement } = document;
  const row = (opener ?? activeElement)?.closest('tr, li') ?? undefined;
  return row ?? (activeElement && isTypedInto(activeElement) ? activeElement : undefined);
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { restAround } from './use-row-focus.ts';

/**
 * A dialog gives the focus back to what opened it. Once it was confirmed, that button would ask again,
 * at the next press of Enter, about what is no longer so: the cell or the record around it takes the
 * focus, where pressing does nothing, or else `focusAfter`.
 */
export function useFocusWhenDone(
  opened: boolean,
  focusAfter: RefObject<HTMLElement | null> | undefined,
) {
  const opener = useRef<Element>(null);
  const isConfirmed = useRef(false);
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement;
  }, [opened]);
  // After the dialog's own effect, which gives the focus back only where nothing has taken it since.
  useEffect(() => {
    if (opened || !isConfirmed.current) return;
    isConfirmed.current = false;
    if (!restAround(opener.current)) focusAfter?.current?.focus({ preventScroll: true });
  }, [opened, focusAfter]);
  return {
    confirm: () => {
      isConfirmed.current = true;
    },
    /** Nothing was done: what opened the dialog may be pressed again. */
    dismiss: () => {
      isConfirmed.current = false;
    },
  };
}

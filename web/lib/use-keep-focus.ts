import { useLayoutEffect, useRef } from 'react';

/** A closing dialog gives the focus back within this time; a button in it must not take it first. */
const dialogCloseMilliseconds = 30;

/** A busy button is disabled and loses the focus; it gets it back when the work is done. */
export function useKeepFocus(busy: boolean): void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (busy) {
      focused.current = document.activeElement;
      return;
    }
    const last = focused.current;
    focused.current = null;
    if (!(last instanceof HTMLElement)) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body && last.isConnected) last.focus();
    }, dialogCloseMilliseconds);
    return () => clearTimeout(timer);
  }, [busy]);
}

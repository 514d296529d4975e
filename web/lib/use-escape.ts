import { useEffect, useEffectEvent } from 'react';
import { isComposing } from './is-composing.ts';

/** What Escape closes before what stands open, or what it is typed in. */
const opened = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const typedInto = 'input, textarea, select';

/** Escape closes the record that stands open, unless something else on the screen has a use for it. */
export function useEscape(close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    if (event.target instanceof Element && event.target.closest(typedInto)) return;
    close();
  });
  useEffect(() => {
    let isTaken = false;
    // Before anybody else hears of the key: what it closes is gone by the end.
    const look = () => {
      isTaken = document.querySelector(opened) !== null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isTaken) press(event);
    };
    window.addEventListener('keydown', look, true);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', look, true);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

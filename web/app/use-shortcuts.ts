import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isTypedInto } from '#web/lib/is-typed-into.ts';
import { type KeptTyped, keepTyped } from '#web/lib/keep-typed.ts';
import { useDestination } from '#web/lib/use-destination.ts';
import { takeEarlyKey } from './early-keys.ts';
import { createEscapeWatch } from './escape-watch.ts';
import { type Shortcut, shortcutAfterDialog, shortcutOf } from './shortcuts.ts';

/** Listens for the keys of the portal for as long as somebody is signed in. */
export function useShortcuts(showKeys: () => void): void {
  const run = useEffectEvent(useRun(showKeys));
  useEffect(() => {
    const lastEscape = createEscapeWatch();
    // On the document: whatever on the screen has a use for the key gets it first.
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (shortcut && run(shortcut)) event.preventDefault();
      const later = lastEscape.wasPressedBefore ? shortcutAfterDialog(event) : undefined;
      if (later) runAfterDialog(later, event.target);
    };
    const runAfterDialog = (shortcut: Shortcut, target: EventTarget | null) => {
      // What is typed into a field of a dialog that stays open is that field's.
      const isKept = shortcut.leadsToField === true && !isTypedInto(target);
      const typed = isKept ? keepTyped() : undefined;
      lastEscape.onceGone(
        () => run(shortcut, typed),
        () => typed?.forget(),
      );
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      lastEscape.stop();
    };
  }, []);
}

/** Does what a key does, at once or, for somebody who is leaving the screen, on the next one. */
function useRun(showKeys: () => void) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const destination = useDestination();
  const waiting = useRef<{ shortcut: Shortcut; typed: KeptTyped }>(undefined);
  const run = (shortcut: Shortcut, typedBefore?: KeptTyped): boolean => {
    const keep = () => typedBefore ?? keepTyped();
    const wait = () => {
      waiting.current = { shortcut, typed: keep() };
      return true;
    };
    const goToForm = (path: string) => {
      if (path === pathname) return;
      keep();
      navigate(path);
    };
    const onNextScreen = () => destination() !== pathname && wait();
    const searchLeads = () => {
      if (pathname !== '/dashboard') return false;
      navigate('/leads');
      return wait();
    };
    return shortcut.run({ goToForm, onNextScreen, searchLeads, keepTyped: keep, showKeys });
  };
  const arrive = useEffectEvent(() => {
    if (destination() !== pathname) return;
    const { shortcut, typed } = waiting.current ?? takeEarlyKey() ?? {};
    waiting.current = undefined;
    // Whoever has clicked or gone on by another key meanwhile wants something else by now.
    if (shortcut && typed?.isKept && !run(shortcut, typed)) typed.forget();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is the occasion
  useEffect(() => arrive(), [pathname]);
  return run;
}

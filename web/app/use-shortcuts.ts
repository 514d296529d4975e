import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isTypedInto } from '#web/lib/is-typed-into.ts';
import { keepTyped } from '#web/lib/keep-typed.ts';
import { searchFirst } from '#web/lib/search-first.ts';
import { createEscapeWatch } from './escape-watch.ts';
import { type Shortcut, shortcutAfterDialog, shortcutOf } from './shortcuts.ts';

/** Listens for the keys of the portal for as long as somebody is signed in. */
export function useShortcuts(showKeys: () => void): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const run = useEffectEvent((shortcut: Shortcut, isTypedKept = false): boolean => {
    const keep = () => !isTypedKept && keepTyped();
    const goToForm = (path: string) => {
      if (path === pathname) return;
      keep();
      navigate(path);
    };
    const searchLeads = () => {
      if (pathname !== '/dashboard') return false;
      keep();
      navigate('/leads', { state: searchFirst });
      return true;
    };
    return shortcut.run({ goToForm, searchLeads, keepTyped: keep, showKeys });
  });
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
      const forgetTyped = isKept ? keepTyped() : () => {};
      lastEscape.onceGone(() => run(shortcut, isKept), forgetTyped);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      lastEscape.stop();
    };
  }, []);
}

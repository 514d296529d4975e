import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepTyped } from '#web/lib/keep-typed.ts';
import { searchFirst } from '#web/lib/search-first.ts';
import { shortcutOf } from './shortcuts.ts';

/** Listens for the keys of the portal for as long as somebody is signed in. */
export function useShortcuts(showKeys: () => void): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const goToForm = (path: string) => {
      if (path === pathname) return;
      keepTyped();
      navigate(path);
    };
    const searchLeads = () => {
      if (pathname !== '/dashboard') return false;
      keepTyped();
      navigate('/leads', { state: searchFirst });
      return true;
    };
    if (shortcutOf(event)?.run({ goToForm, searchLeads, showKeys })) event.preventDefault();
  });
  useEffect(() => {
    // On the document: whatever on the screen has a use for the key gets it first.
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

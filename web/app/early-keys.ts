import { type KeptTyped, keepTyped } from '#web/lib/keep-typed.ts';
import { type Shortcut, shortcutOf } from './shortcuts.ts';

type EarlyKey = { shortcut: Shortcut; typed: KeptTyped };

let early: EarlyKey | undefined;

/**
 * Hears the keys that lead to a field from the moment on when the app runs, while the session is
 * checked and the first screen's code comes: that screen takes them over.
 */
export function hearEarlyKeys(): void {
  document.addEventListener('keydown', onKeyDown);
}

/** For whoever hears the keys from now on. */
export function takeEarlyKey(): EarlyKey | undefined {
  document.removeEventListener('keydown', onKeyDown);
  const taken = early;
  early = undefined;
  return taken;
}

function onKeyDown(event: KeyboardEvent): void {
  // Nobody is signed in there whose keys they would be.
  if (location.pathname === '/login') return;
  const shortcut = shortcutOf(event);
  if (!shortcut?.leadsToField) return;
  event.preventDefault();
  early = { shortcut, typed: keepTyped() };
}

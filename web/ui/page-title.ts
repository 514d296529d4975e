import { useEffect, useSyncExternalStore } from 'react';

const suffix = 'Partner Portal';
let currentTitle = '';
const listeners = new Set<() => void>();

/** Names the screen in the top bar of small screens and, where it should be shorter, in the tab. */
export function useSetPageTitle(title: string, tab = title): void {
  useEffect(() => setTitle(title, `${tab} · ${suffix}`), [title, tab]);
}

/** The same for what opens over a screen, whose own title comes back with it. */
export function useTitleOver(title: string): void {
  useEffect(() => {
    const before = { title: currentTitle, tab: document.title };
    setTitle(title, `${title} · ${suffix}`);
    return () => setTitle(before.title, before.tab);
  }, [title]);
}

function setTitle(title: string, tab: string): void {
  currentTitle = title;
  document.title = tab;
  for (const listener of listeners) listener();
}

export function usePageTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentTitle,
  );
}

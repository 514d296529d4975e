import { useEffect, useSyncExternalStore } from 'react';

const suffix = 'Partner Portal';
let currentTitle = '';
const listeners = new Set<() => void>();

/** Names the screen in the top bar of small screens and, where it should be shorter, in the tab. */
export function useSetPageTitle(title: string, tab = title): void {
  useEffect(() => {
    currentTitle = title;
    document.title = `${tab} · ${suffix}`;
    for (const listener of listeners) listener();
  }, [title, tab]);
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

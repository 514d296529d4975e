import { useEffect, useSyncExternalStore } from 'react';

const suffix = 'Partner Portal';
let current = '';
const listeners = new Set<() => void>();

/** Names the screen in the browser tab and in the top bar of small screens. */
export function useSetPageTitle(title: string): void {
  useEffect(() => {
    current = title;
    document.title = `${title} · ${suffix}`;
    for (const listener of listeners) listener();
  }, [title]);
}

export function usePageTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

import { useEffect } from 'react';

/** A file that misses its place, or comes while there is none, would be opened instead of the page. */
export function useDropGuard(): void {
  useEffect(() => {
    document.addEventListener('dragover', refuse);
    document.addEventListener('drop', refuse);
    return () => {
      document.removeEventListener('dragover', refuse);
      document.removeEventListener('drop', refuse);
    };
  }, []);
}

function refuse(event: DragEvent): void {
  // A place for files has taken it.
  if (event.defaultPrevented) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}

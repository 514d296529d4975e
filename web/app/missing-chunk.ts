const reloadedAtKey = 'reloaded-for-missing-chunk';
const quietMilliseconds = 10_000;

/**
 * After a new release the files of the old one are gone. The first screen that misses one is opened
 * anew, from the new release; if that does not help, the error page shows instead of a reload for ever.
 */
export function reloadOnceOnMissingChunk(destination: () => string): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Without a network the file is not gone, and a reload would lose the whole screen.
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
    if (Date.now() - last < quietMilliseconds) return;
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    event.preventDefault();
    window.location.assign(destination());
  });
}

/** How the browsers, each in its words, and the build's preloading say that code did not arrive. */
const notArrived =
  /dynamically imported module|Importing a module script failed|Unable to preload/i;

export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && notArrived.test(error.message);
}

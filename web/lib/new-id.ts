/** A UUID by hand: the browser's own `randomUUID` is only there under https. */
export function newId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/**
 * One id for each thing that is asked for: whoever asks again after the connection was lost sends the
 * same one, and the server does nothing twice.
 */
export function idsOfRequests() {
  const ids = new Map<string, string>();
  return {
    of(request: object): string {
      const key = JSON.stringify(request);
      const id = ids.get(key) ?? newId();
      ids.set(key, id);
      return id;
    },
    /** What is asked for from here on is another thing, also where it reads the same. */
    forget: () => ids.clear(),
  };
}

/** A UUID by hand: the browser's own `randomUUID` is only there under https. */
export function newUploadId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/**
 * One id for each set of choices about a file: whoever presses Upload again after the connection
 * was lost sends the same one, and the server stores nothing twice.
 */
export function uploadIds() {
  const ids = new Map<string, string>();
  return {
    of(choices: object): string {
      const key = JSON.stringify(choices);
      const id = ids.get(key) ?? newUploadId();
      ids.set(key, id);
      return id;
    },
    /** For the next file. */
    forget: () => ids.clear(),
  };
}

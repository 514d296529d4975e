/** A UUIDv7 by hand: browsers make none, and `randomUUID` only under https. */
export function newId(): string {
  const hexOf = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const time = hexOf(Date.now(), 12);
  const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => hexOf(byte, 2));
  return (time + random.join('')).replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    '$1-$2-7$3-8$4-$5',
  );
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

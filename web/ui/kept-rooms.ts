/** How high something was when it was last shown, and at which width of the window. */
type Room = { width: number; height: number };

const storedAs = (name: string) => `room:${name}`;

/** Undefined where it is not known, or was another at another width. */
export function keptHeight(name: string): number | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storedAs(name)) ?? 'null') as Room | null;
    return kept?.width === innerWidth && Number.isFinite(kept.height) ? kept.height : undefined;
  } catch {
    return undefined;
  }
}

export function keepHeight(name: string, height: number): void {
  const room: Room = { width: innerWidth, height };
  try {
    localStorage.setItem(storedAs(name), JSON.stringify(room));
  } catch {
    // Where there is no room for it, it is guessed the next time.
  }
}

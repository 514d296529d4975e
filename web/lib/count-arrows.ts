const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };

/** Counts how far the arrows go while what they lead through is on its way; to be asked once. */
export function countArrows(): () => number {
  let count = 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    count = Math.max(0, count + step);
  };
  document.addEventListener('keydown', onKeyDown, true);
  return () => {
    document.removeEventListener('keydown', onKeyDown, true);
    return count;
  };
}

/** So many browsers hear of a change at once that they should not all ask in the same moment. */
const mostJitter = 200;

/**
 * Runs `work` for each thing that is due, soon, but for the same thing at most once in its time; and
 * not while the page is hidden: then when it is looked at again.
 */
export function runAtAPace<Thing>(
  work: (thing: Thing) => void,
  millisecondsBetween: (thing: Thing) => number,
) {
  const timers = new Map<Thing, ReturnType<typeof setTimeout>>();
  const lastRun = new Map<Thing, number>();
  const kept = new Set<Thing>();

  function run(thing: Thing): void {
    timers.delete(thing);
    if (document.hidden) {
      kept.add(thing);
      return;
    }
    lastRun.set(thing, Date.now());
    work(thing);
  }

  function due(thing: Thing): void {
    if (timers.has(thing)) return;
    const next = (lastRun.get(thing) ?? 0) + millisecondsBetween(thing);
    const wait = Math.max(0, next - Date.now()) + Math.random() * mostJitter;
    timers.set(
      thing,
      setTimeout(() => run(thing), wait),
    );
  }

  const onVisible = () => {
    if (document.hidden) return;
    for (const thing of kept) run(thing);
    kept.clear();
  };
  document.addEventListener('visibilitychange', onVisible);
  return {
    due,
    stop: () => {
      document.removeEventListener('visibilitychange', onVisible);
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

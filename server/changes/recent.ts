import type { Notice } from './notice.ts';

/** What was told in the last moments. */
export function rememberRecent(
  bounds: { before: number; noticesBefore: number },
  now: () => number,
) {
  let kept: { at: number; notice: Notice }[] = [];
  /** What was told before this is not known. */
  let knownSince = Number.POSITIVE_INFINITY;

  function beginAnew(): void {
    knownSince = now();
    kept = [];
  }

  return {
    beginAnew,
    add(notice: Notice): void {
      const at = now();
      kept = kept.filter((one) => one.at >= at - bounds.before);
      // So many that they are not worth keeping: whoever comes now has to ask for everything.
      if (kept.length >= bounds.noticesBefore) beginAnew();
      else kept.push({ at, notice });
    },
    /** Undefined where not all of it is known. */
    notices(): Notice[] | undefined {
      const since = now() - bounds.before;
      if (knownSince > since) return undefined;
      return kept.filter(({ at }) => at >= since).map(({ notice }) => notice);
    },
  };
}

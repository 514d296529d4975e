import classes from './Bar.module.css';

/** A share as a bar; the number stands beside it. */
export function Bar({ part, whole }: { part: number; whole: number }) {
  return (
    <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={classes.ground} width={100} height={8} />
      <rect className={classes.part} width={whole === 0 ? 0 : (100 * part) / whole} height={8} />
    </svg>
  );
}

/** How something went, week by week; the numbers stand beside it. */
export function Sparkline({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${counts.length * 6} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {counts.map((count, at) => {
        const height = count === 0 ? 1 : Math.max(3, (20 * count) / most);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: A week is known by its place.
            key={at}
            className={count === 0 ? classes.none : classes.part}
            {...{ x: at * 6, y: 20 - height, width: 4, height }}
          />
        );
      })}
    </svg>
  );
}

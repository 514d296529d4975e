import classes from './Sparkline.module.css';

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
            className={count === 0 ? classes.none : classes.some}
            {...{ x: at * 6, y: 20 - height, width: 4, height }}
          />
        );
      })}
    </svg>
  );
}

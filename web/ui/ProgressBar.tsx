import classes from './ProgressBar.module.css';

/** How far something is, in whole percent; where the number is not known, `text` says it in words alone. */
export function ProgressBar({
  label,
  percent,
  phase,
  text,
  isUnknown = false,
}: {
  label: string;
  percent: number;
  /** A bar of its own for each: it begins at the left again, and does not run back. */
  phase?: string;
  text?: string;
  isUnknown?: boolean;
}) {
  const said = text && (isUnknown ? text : `${text} ${percent}%`);
  return (
    <div className={classes.progress}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isUnknown ? undefined : percent}
        aria-valuetext={said}
        className={classes.track}
        data-unknown={isUnknown || undefined}
      >
        <div
          key={phase}
          className={classes.bar}
          style={{ width: isUnknown ? '100%' : `${percent}%` }}
        />
      </div>
      <span className={`tabular ${classes.percent}`}>{!isUnknown && `${percent}%`}</span>
    </div>
  );
}

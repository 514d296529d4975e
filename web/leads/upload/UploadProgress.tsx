import classes from './UploadProgress.module.css';

/** Whole percent while the file travels; no number while the server checks it. */
export function UploadProgress({ percent }: { percent: number }) {
  const checking = percent >= 100;
  return (
    <div className={classes.progress}>
      <div
        role="progressbar"
        aria-label="Upload progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={checking ? undefined : percent}
        aria-valuetext={checking ? 'Checking the file' : `${percent}%`}
        className={classes.track}
        data-checking={checking || undefined}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
      <span className={classes.percent}>{percent}%</span>
    </div>
  );
}

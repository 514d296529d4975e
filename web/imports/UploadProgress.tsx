import classes from './UploadProgress.module.css';
import { isProgressUnknown, type Progress, progressText } from './upload-state.ts';

/** Whole percent: of the way while the file travels, of the work while the server is at it. */
export function UploadProgress({ progress }: { progress: Progress }) {
  const { phase, percent } = progress;
  const unknown = isProgressUnknown(progress);
  const text = progressText(progress);
  return (
    <div className={classes.progress}>
      <div
        role="progressbar"
        aria-label="Upload progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={unknown ? undefined : percent}
        aria-valuetext={unknown ? text : `${text} ${percent}%`}
        className={classes.track}
        data-unknown={unknown || undefined}
      >
        {/* A bar of its own for each phase: it begins at the left again, and does not run back. */}
        <div key={phase} className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
      <span className={classes.percent}>{percent}%</span>
    </div>
  );
}

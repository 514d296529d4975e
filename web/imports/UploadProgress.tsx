import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import classes from './UploadProgress.module.css';
import { isProgressUnknown, type Progress, progressText } from './upload-state.ts';

/** Whole percent: of the way while the file travels, of the work while the server is at it. */
export function UploadProgress({ progress }: { progress: Progress }) {
  const { phase, percent } = progress;
  return (
    <div className={classes.progress}>
      <ProgressBar
        label="Upload progress"
        percent={percent}
        phase={phase}
        text={progressText(progress)}
        isUnknown={isProgressUnknown(progress)}
      />
    </div>
  );
}

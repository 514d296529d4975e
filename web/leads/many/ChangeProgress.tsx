import classes from './ManyBar.module.css';
import type { ManyProgress } from './many.api.ts';
import { progressText } from './many-text.ts';

/** How far a change is, once it has taken long enough to be asked for. */
export function ChangeProgress({ progress }: { progress: ManyProgress | undefined }) {
  if (!progress || progress.total === 0) return null;
  const { done, total } = progress;
  return (
    <div className={classes.progress}>
      <progress aria-label="Progress of the change" max={total} value={done} />
      <span className="tabular">{progressText(done, total)}</span>
    </div>
  );
}

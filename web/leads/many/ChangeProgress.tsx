import classes from './ChangeProgress.module.css';
import type { ManyProgress } from './many.api.ts';
import { progressText } from './many-text.ts';

/** How far a change of many leads, or its undoing, is. */
export function ChangeProgress({ label, done, total }: ManyProgress & { label: string }) {
  const text = progressText(done, total);
  return (
    <span className={classes.progress}>
      {/* Where it is part of a toast, it would be read out anew with every step. */}
      <span className="tabular" aria-hidden="true">
        {text}
      </span>
      <progress aria-label={label} aria-valuetext={text} max={total} value={done} />
    </span>
  );
}

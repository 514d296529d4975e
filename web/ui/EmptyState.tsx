import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

/** An icon, the sentence of the specification, and one thing to do next. */
export function EmptyState({
  icon: Picture,
  message,
  hint,
  action,
}: {
  icon: Icon;
  message: string;
  /** What there is to do about it. */
  hint?: string;
  action?: ReactNode;
}) {
  return (
    <div className={classes.empty}>
      <Picture size={28} stroke={1.5} aria-hidden="true" />
      <p>{message}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action}
    </div>
  );
}

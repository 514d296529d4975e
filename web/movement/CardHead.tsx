import type { ReactNode } from 'react';
import classes from './Movement.module.css';

export function CardHead({
  title,
  hint,
  action,
}: {
  title: string;
  hint?: string;
  action?: ReactNode;
}) {
  return (
    <header className={classes.head}>
      <div className={classes.headWords}>
        <h2 className={classes.heading}>{title}</h2>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      {action}
    </header>
  );
}

import classes from './Mark.module.css';

/** A word beside a name that tells what it is now. */
export function Mark({ kind, children }: { kind?: 'good' | 'bad'; children: string }) {
  return (
    <span className={classes.mark} data-kind={kind}>
      {children}
    </span>
  );
}

import classes from './Bar.module.css';

/** A share as a bar; the number stands beside it. */
export function Bar({ part, whole }: { part: number; whole: number }) {
  return (
    <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={classes.ground} width={100} height={8} />
      <rect className={classes.part} width={whole === 0 ? 0 : (100 * part) / whole} height={8} />
    </svg>
  );
}

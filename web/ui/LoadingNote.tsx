import classes from './LoadingNote.module.css';

/** The specified text, heard at once and seen when waiting lasts, over what it is about. */
export function LoadingNote({ loading }: { loading: boolean }) {
  return (
    <output className={classes.place}>
      {loading && <span className={classes.note}>Loading...</span>}
    </output>
  );
}

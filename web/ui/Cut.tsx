import classes from './Cut.module.css';
import { isMissing, notAvailable } from './format.ts';

/** A text that ends in an ellipsis where it must, and is told in full on hover. */
export function Cut({ text, strong }: { text: string | null; strong?: boolean }) {
  if (isMissing(text)) return <Missing />;
  return (
    <span className={classes.cut} data-strong={strong || undefined} dir="auto" title={text}>
      {text}
    </span>
  );
}

/** As every missing value reads (spec §2). */
export function Missing() {
  return <span className={classes.missing}>{notAvailable}</span>;
}

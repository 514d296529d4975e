import classes from './Cut.module.css';
import { isMissing, notAvailable } from './format.ts';

type CutText = {
  text: string | null;
  /** What is missing, where nothing around it says so. */
  what?: string;
  strong?: boolean;
};

/** A text that ends in an ellipsis where it must, and is told in full on hover. */
export function Cut({ text, what, strong }: CutText) {
  if (isMissing(text)) return <Missing what={what} />;
  return (
    <span className={classes.cut} data-strong={strong || undefined} dir="auto" title={text}>
      {text}
    </span>
  );
}

/** As every missing value reads (spec §2). On a card, the style sheet of tables writes what it is. */
export function Missing({ what }: { what?: string | undefined }) {
  return (
    <span className={classes.missing} data-missing={what}>
      {notAvailable}
    </span>
  );
}

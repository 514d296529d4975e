import type { ReactNode } from 'react';
import classes from './CodeBlock.module.css';
import { CopyButton } from './CopyButton.tsx';

/** Code to read and to copy; long lines scroll within it, also with the keyboard. */
export function CodeBlock({
  code,
  what,
  heading,
  frame = (content) => content,
}: {
  code: string;
  /** What the code is, for the name of its copy button and for screen readers: 'curl example' */
  what: string;
  heading?: ReactNode;
  /** What the code stands in, such as the panel of the tabs in the heading. */
  frame?: (content: ReactNode) => ReactNode;
}) {
  const content = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section tabIndex={0} aria-label={what} className={classes.scroller}>
      <pre className={classes.code}>
        <code>{code}</code>
      </pre>
    </section>
  );
  return (
    <div className={classes.block}>
      <div className={classes.head}>
        <div className={classes.heading}>{heading}</div>
        <CopyButton text={code} what={what} />
      </div>
      {frame(content)}
    </div>
  );
}

import { type ReactNode, type Ref, useId } from 'react';
import { Card } from '#web/ui/Card.tsx';
import classes from './CrmPage.module.css';

/** One of the cards of the page: what it is about, a sentence, and its content. */
export function CrmPart({
  title,
  beside,
  action,
  hint,
  children,
  ref,
}: {
  title: string;
  /** A word right behind the title. */
  beside?: ReactNode;
  /** What can be done with it as a whole. */
  action?: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
  /** For whoever moves the focus here. */
  ref?: Ref<HTMLElement>;
}) {
  const heading = useId();
  return (
    <Card padded form>
      <section ref={ref} tabIndex={-1} aria-labelledby={heading} className={classes.part}>
        <div className={classes.head}>
          <h2 id={heading} className={classes.heading}>
            {title}
          </h2>
          {beside}
          {action && <div className={classes.action}>{action}</div>}
        </div>
        {hint && <p className={classes.text}>{hint}</p>}
        {children && <div className={classes.content}>{children}</div>}
      </section>
    </Card>
  );
}

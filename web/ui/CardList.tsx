import { Skeleton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, type RefObject, useId } from 'react';
import { Card } from './Card.tsx';
import classes from './CardList.module.css';
import { useDelayed } from './use-delayed.ts';

/** A few things with a line each, on a card as wide as a form. */
export function CardList({
  title,
  hint,
  action,
  question,
  lines,
  children,
  ref,
}: {
  title: string;
  hint: string;
  action?: ReactNode;
  /** What is asked before the action is done. */
  question?: ReactNode;
  lines: ReactNode[];
  /** What stands in their place while there are none. */
  children?: ReactNode;
  ref: RefObject<HTMLElement | null>;
}) {
  const heading = useId();
  return (
    <Card form>
      <section ref={ref} tabIndex={-1} aria-labelledby={heading} className={classes.region}>
        <header className={classes.head}>
          <div className={classes.headLine}>
            <div className={classes.headWords}>
              <h2 id={heading} className={classes.heading}>
                {title}
              </h2>
              <p className={classes.hint}>{hint}</p>
            </div>
            {action}
          </div>
          {question}
        </header>
        {children}
        {lines.length > 0 && (
          <ul className={classes.list} aria-labelledby={heading}>
            {lines}
          </ul>
        )}
      </section>
    </Card>
  );
}

export function CardListItem({
  before,
  words,
  action,
  question,
}: {
  before?: ReactNode;
  words: ReactNode;
  action?: ReactNode;
  question?: ReactNode;
}) {
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        {before}
        <div className={classes.words}>{words}</div>
        {action}
      </div>
      {question}
    </li>
  );
}

/** Lines in outline, while they are on their way. */
export function CardListWaiting() {
  const visible = useDelayed();
  return (
    <output>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {visible &&
        ['first', 'second'].map((name) => (
          <div key={name} className={classes.item} aria-hidden="true">
            <Skeleton height={14} width={160} mt={4} />
            <Skeleton height={12} width={240} mb={4} />
          </div>
        ))}
    </output>
  );
}

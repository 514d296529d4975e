import { type ReactNode, useRef } from 'react';
import classes from './ScrollFrame.module.css';
import { useHiddenEnds } from './use-hidden-ends.ts';

/** For what scrolls within itself, both ways: shadows say at which ends there is more. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  const sideways = useHiddenEnds(scroller, 'sideways');
  const down = useHiddenEnds(scroller, 'down');
  // The keyboard must be able to scroll it, and whoever listens to know where they are.
  const region = (sideways.scrolls || down.scrolls) && {
    role: 'region',
    tabIndex: 0,
    'aria-label': `${label}, scrollable`,
  };
  return (
    <div
      className={classes.frame}
      data-more-left={sideways.moreBefore || undefined}
      data-more-right={sideways.moreAfter || undefined}
      data-more-below={down.moreAfter || undefined}
    >
      <div ref={scroller} className={classes.scroller} {...region}>
        {children}
      </div>
    </div>
  );
}

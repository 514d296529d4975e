import type { ReactNode } from 'react';
import classes from './CardStack.module.css';

/** Cards below each other, with one gap between them. */
export function CardStack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>;
}

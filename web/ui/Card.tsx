import type { ReactNode } from 'react';
import classes from './Card.module.css';

/** The one surface everything sits on. */
export function Card({ children, padded = false }: { children: ReactNode; padded?: boolean }) {
  return (
    <section className={classes.card} data-padded={padded || undefined}>
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';
import classes from './Card.module.css';

/** The one surface everything sits on. */
export function Card({
  children,
  padded = false,
  form = false,
}: {
  children: ReactNode;
  padded?: boolean;
  /** Ends where a form does, so that the form does not stand beside empty ground. */
  form?: boolean;
}) {
  return (
    <section
      className={classes.card}
      data-padded={padded || undefined}
      data-form={form || undefined}
    >
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './CardHead.module.css';

/** What a card is called, and at its other end what can be done there. */
export function CardHead({
  title,
  hint,
  action,
}: {
  title: string;
  hint?: string;
  action?: ReactNode;
}) {
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        <h2 className={classes.heading}>{title}</h2>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      {action}
    </header>
  );
}

export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classes.action} to={to}>
      {children}
    </Link>
  );
}

export function CardButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`plain-button ${classes.action}`} onClick={onClick}>
      {children}
    </button>
  );
}

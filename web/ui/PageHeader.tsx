import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';
import { useSetPageTitle } from './page-title.ts';

/** A screen's title and its actions; `tab` is what the browser tab says where it should be shorter. */
export function PageHeader({
  title,
  tab,
  description,
  actions,
}: {
  title: string;
  tab?: string;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  useSetPageTitle(title, tab);
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

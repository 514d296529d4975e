import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';
import { useSetPageTitle } from './page-title.ts';

/**
 * A screen's title and its actions; `subject` is a name that somebody wrote and the title is about,
 * `tab` what the browser tab says where it should be shorter.
 */
export function PageHeader({
  title,
  subject,
  tab,
  description,
  beside,
  actions,
}: {
  title: string;
  subject?: string | undefined;
  tab?: string;
  description?: ReactNode;
  /** What stands right behind the title; on small screens, before the actions. */
  beside?: ReactNode;
  actions?: ReactNode;
}) {
  useSetPageTitle(subject ? `${title}: ${subject}` : title, tab);
  return (
    <header className={classes.header} data-beside={beside ? true : undefined}>
      <div className={classes.words}>
        <h1 className={classes.title}>
          {title}
          {subject && (
            <>
              : <bdi>{subject}</bdi>
            </>
          )}
        </h1>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {beside && <div className={classes.beside}>{beside}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

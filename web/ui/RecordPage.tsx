import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { useEscape } from '#web/lib/use-escape.ts';
import { useSetPageTitle } from './page-title.ts';
import classes from './RecordPage.module.css';

/** Something that was opened by its address: a page of its own, with the way to its list. */
export function RecordPage({
  label,
  name,
  list,
  actions,
  onClose,
  children,
}: {
  /** What it is, for screen readers. */
  label: string;
  name: string;
  list: { to: To; name: string };
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  useSetPageTitle(name);
  useEscape(onClose);
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <Link className={classes.back ?? ''} to={list.to}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
          {list.name}
        </Link>
        {actions}
      </div>
      <section className={classes.record} data-record aria-label={label} tabIndex={-1}>
        {children}
      </section>
    </div>
  );
}

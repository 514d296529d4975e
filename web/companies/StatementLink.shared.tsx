import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOf } from '#contract/protocol.ts';
import classes from './StatementLink.module.css';

/** Where a statement stands; without dates, of this quarter. */
export function statementPath({
  partner,
  from,
  to,
}: {
  partner?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): string {
  return addressOf({ path: '/statements' }, { query: { partner, from, to } });
}

/** To the statement of a partner, or for partners to their own. */
export function StatementLink({
  partnerId,
  from,
  to,
  children = 'Statement',
}: {
  partnerId?: string;
  from?: string;
  to?: string;
  children?: ReactNode;
}) {
  return (
    <Link className={classes.link ?? ''} to={statementPath({ partner: partnerId, from, to })}>
      {children}
    </Link>
  );
}

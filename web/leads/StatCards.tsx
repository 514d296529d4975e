import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { statusGroups } from '#contract/lead-status.ts';
import { groupDigits } from '#web/ui/format.ts';
import { useDelayed } from '#web/ui/use-delayed.ts';
import { useLeadCounts } from './leads.api.ts';
import classes from './StatCards.module.css';

/** spec §2, Dashboard: how many leads each group has, and the way to them. */
export function StatCards() {
  const counts = useLeadCounts();
  return (
    <ul className={classes.cards} aria-label="Leads by status">
      {statusGroups.map(({ name, card }, index) => (
        <li key={name}>
          <Link className={classes.card} to={`/leads?${new URLSearchParams({ status: name })}`}>
            <span className={classes.label}>{card}</span>
            <Count count={counts[index]} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Count({ count }: { count: number | undefined }) {
  const waiting = useDelayed(count === undefined);
  return (
    <span className={`${classes.count} tabular`}>
      {count !== undefined && groupDigits(count)}
      {count === undefined && <VisuallyHidden>Loading...</VisuallyHidden>}
      {waiting && <Skeleton component="span" width={48} height={24} />}
    </span>
  );
}

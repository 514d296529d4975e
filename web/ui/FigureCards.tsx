import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import classes from './FigureCards.module.css';
import { groupDigits } from './format.ts';
import { useDelayed } from './use-delayed.ts';

/** A number, what it counts, and the way to what was counted. */
export type Figure = { label: string; to: string; count: number | undefined };

/** Numbers in a row; on a phone one list. Undefined: not yet known. */
export function FigureCards({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {figures.map((figure) => (
        <li key={figure.label}>
          <Link className={classes.card} to={figure.to}>
            <span className={classes.label}>{figure.label}</span>
            <Count count={figure.count} />
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

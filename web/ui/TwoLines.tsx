import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

/** Two facts in one cell, the second one quieter: company over website, contact over title. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <div className={classes.twoLines}>
      <div className={classes.first}>{first}</div>
      {second && <div className={classes.second}>{second}</div>}
    </div>
  );
}

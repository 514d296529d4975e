import type { ReactNode } from 'react';
import { groupDigits } from '#web/ui/format.ts';
import { ScrollFrame } from '#web/ui/ScrollFrame.tsx';
import classes from './ScrollTable.module.css';

/** A table that scrolls within itself; `stacked` ones turn each row into lines on a phone. */
export function ScrollTable({
  label,
  heads,
  stacked = false,
  children,
}: {
  label: string;
  heads: readonly string[];
  stacked?: boolean;
  children: ReactNode;
}) {
  return (
    <ScrollFrame label={label}>
      <table className={classes.table} aria-label={label} data-stacked={stacked || undefined}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollFrame>
  );
}

/** What the first cell of every row says: the number that a spreadsheet program shows. */
export function RowNumber({ row }: { row: number }) {
  return <td data-row>{groupDigits(row)}</td>;
}

/** For a table that lists only the first of many. */
export function ShownCount({ listed, total }: { listed: number; total: number }) {
  if (total <= listed) return null;
  return (
    <p className={classes.listed}>
      Showing the first {groupDigits(listed)} of {groupDigits(total)}
    </p>
  );
}

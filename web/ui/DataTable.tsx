import { VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type ReactNode, useDeferredValue } from 'react';
import classes from './DataTable.module.css';
import { useDelayed } from './use-delayed.ts';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  width?: number | string;
  /** Only for screen readers: a column of buttons needs no visible head. */
  hideHeader?: boolean;
};

/** A table on wide screens; on small ones each row is a card with the same facts in order. */
export function DataTable<Row>({
  label,
  columns,
  rows: latest,
  rowKey,
  loading,
  skeletonRows = 5,
  minWidth,
  empty,
}: {
  /** What the table lists, for screen readers. */
  label: string;
  columns: Column<Row>[];
  /** Undefined while nothing has arrived yet. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  loading: boolean;
  skeletonRows?: number;
  /** Fixes the columns at their widths, so that no page moves them and long texts are cut. */
  minWidth?: number;
  empty: ReactNode;
}) {
  // Many rows are built in slices behind what is shown, so that typing and clicking never wait.
  const rows = useDeferredValue(latest);
  const busy = loading || rows !== latest;
  const waiting = busy && !rows;
  return (
    <div
      className={classes.scroller}
      data-fixed={minWidth !== undefined || undefined}
      style={minWidth ? ({ '--table-min-width': `${minWidth}px` } as CSSProperties) : undefined}
    >
      <table className={classes.table} aria-busy={busy} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                style={{ width: column.width }}
                data-align={column.align}
              >
                {column.hideHeader ? (
                  <VisuallyHidden>{column.header}</VisuallyHidden>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body} data-refreshing={(loading && !waiting) || undefined}>
          {waiting && <SkeletonRows columns={columns} count={skeletonRows} />}
          {rows?.length === 0 && (
            <tr className={classes.emptyRow}>
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          )}
          {rows?.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.hideHeader ? undefined : column.header}
                  data-align={column.align}
                >
                  <div className={classes.value}>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <output className={classes.announce}>
        <VisuallyHidden>{waiting ? 'Loading...' : ''}</VisuallyHidden>
      </output>
    </div>
  );
}

function SkeletonRows<Row>({ columns, count }: { columns: Column<Row>[]; count: number }) {
  const visible = useDelayed();
  const names = Array.from({ length: count }, (_, row) => `skeleton ${row}`);
  return names.map((name) => (
    <tr key={name} className={classes.skeleton}>
      {columns.map((column) => (
        <td key={column.key} data-label={column.hideHeader ? undefined : column.header}>
          {visible && <div className={classes.bone} />}
        </td>
      ))}
    </tr>
  ));
}

/** Two facts in one cell, the second one quieter: company over website, contact over title. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <div className={classes.twoLines}>
      <div className={classes.first}>{first}</div>
      {second && <div className={classes.second}>{second}</div>}
    </div>
  );
}

import { type CSSProperties, type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import classes from './DataTable.module.css';
import { DataTableHead, type Sorting } from './DataTableHead.tsx';
import { DataTableRow } from './DataTableRow.tsx';
import { LoadingNote } from './LoadingNote.tsx';
import { type Column, cellAttributes } from './table-columns.ts';
import { useDelayed } from './use-delayed.ts';
import { useHiddenEnds } from './use-hidden-ends.ts';
import { useRowFocus } from './use-row-focus.ts';

/** A table where there is room for one; else each row is a card of a few lines, the rest on tap. */
export function DataTable<Row>({
  label,
  columns,
  rows: latest,
  rowKey,
  rowName,
  loading,
  skeletonRows = 5,
  minWidth,
  extraWidth = 0,
  sorting,
  empty,
  onFocusLost,
  onSettled,
  onOpen,
  openedKey,
}: {
  /** What the table lists, for screen readers. */
  label: string;
  columns: Column<Row>[];
  /** Undefined while nothing has arrived yet. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Whose details a card shows on tap, for the name of its button. */
  rowName: (row: Row) => string;
  loading: boolean;
  skeletonRows?: number;
  /** Fixes the columns at their widths, so that no page moves them and long texts are cut. */
  minWidth?: number;
  /** What columns beyond the usual ones need: the table is wider than its place by this much. */
  extraWidth?: number;
  sorting?: Sorting | undefined;
  empty: ReactNode;
  /** The last row has gone, and the focus with it. */
  onFocusLost?: () => void;
  /** Whenever the rows that stand here are the ones that were asked for. */
  onSettled?: () => void;
  /** A press on a row, where nothing in it was meant. The keyboard needs a link in the row for it. */
  onOpen?: (row: Row) => void;
  /** The row that stands open beside the table. */
  openedKey?: string | undefined;
}) {
  // Many rows are built in slices behind what is shown, so that typing and clicking never wait.
  const rows = useDeferredValue(latest);
  const busy = loading || rows !== latest;
  const waiting = busy && !rows;
  const table = useRef<HTMLTableElement>(null);
  useRowFocus(table, rows?.map(rowKey), onFocusLost);
  useEffect(() => {
    if (!busy) onSettled?.();
  });
  return (
    <>
      <LoadingNote loading={loading} />
      <Scroller label={label} minWidth={minWidth} extraWidth={extraWidth}>
        <table ref={table} className={classes.table} aria-busy={busy} aria-label={label}>
          <DataTableHead columns={columns} sorting={sorting} />
          <tbody className={classes.body} data-refreshing={(loading && !waiting) || undefined}>
            {waiting && <SkeletonRows columns={columns} count={skeletonRows} />}
            {rows?.length === 0 && (
              <tr className={classes.emptyRow}>
                <td colSpan={columns.length}>{empty}</td>
              </tr>
            )}
            {rows?.map((row) => (
              <DataTableRow
                key={rowKey(row)}
                rowKey={rowKey(row)}
                columns={columns}
                row={row}
                name={rowName(row)}
                onOpen={onOpen}
                opened={rowKey(row) === openedKey}
              />
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}

/** Where the table is wider than its place, shadows say on which side there is more. */
function Scroller({
  label,
  minWidth,
  extraWidth,
  children,
}: {
  label: string;
  minWidth: number | undefined;
  extraWidth: number;
  children: ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  const { scrolls, moreBefore, moreAfter } = useHiddenEnds(element, 'sideways');
  // The keyboard must be able to scroll it, and whoever listens to know where they are.
  const region = scrolls && { role: 'region', tabIndex: 0, 'aria-label': `${label}, scrollable` };
  return (
    <div
      ref={element}
      className={classes.scroller}
      data-fixed={minWidth !== undefined || undefined}
      data-wider={extraWidth > 0 || undefined}
      data-more-before={moreBefore || undefined}
      data-more-after={moreAfter || undefined}
      style={minWidth ? widthsOf(minWidth, extraWidth) : undefined}
      {...region}
    >
      {children}
    </div>
  );
}

function widthsOf(minWidth: number, extraWidth: number): CSSProperties {
  const widths = {
    '--table-min-width': `${minWidth + extraWidth}px`,
    '--table-extra-width': `${extraWidth}px`,
  };
  return widths as CSSProperties;
}

function SkeletonRows<Row>({ columns, count }: { columns: Column<Row>[]; count: number }) {
  const visible = useDelayed();
  const names = Array.from({ length: count }, (_, row) => `skeleton ${row}`);
  return names.map((name) => (
    <tr key={name} className={classes.skeleton}>
      {columns.map((column, index) => (
        <td key={column.key} {...cellAttributes(columns, index)}>
          {visible && <div className={classes.bone} />}
        </td>
      ))}
    </tr>
  ));
}

import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  width?: number | string;
  /** Only for screen readers: a column of buttons needs no visible head. */
  hideHeader?: boolean;
  /** What its head sorts the rows by, which way first, and where its arrow has room if not behind it. */
  sorts?: { by: string; descendingFirst?: true; arrow?: 'before' };
  /** What stands before its head, as a checkbox for all rows does. */
  beforeHead?: ReactNode;
  /**
   * Where it stands on the card of a small screen: `title` and `aside` share the first line, `line`
   * and `note` the next, each `amount` has one with its name. Without a place it shows on tap.
   */
  card?: 'title' | 'aside' | 'line' | 'note' | 'amount';
  /** Its second line, too, stands on a card that is closed. */
  cardInFull?: true;
};

/** What style sheets go by: the first and last columns stay in view where a table scrolls. */
export function cellAttributes<Row>(columns: Column<Row>[], index: number) {
  const column = columns[index];
  return {
    'data-label': column?.hideHeader ? undefined : column?.header,
    'data-align': column?.align,
    'data-card': column?.card ?? 'fact',
    'data-in-full': column?.cardInFull,
    'data-edge': edgeOf(columns, index),
  };
}

export function edgeOf<Row>(columns: Column<Row>[], index: number) {
  if (index === 0) return 'start';
  return index === columns.length - 1 ? 'end' : undefined;
}

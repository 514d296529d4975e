import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './DataTable.module.css';
import { type Column, edgeOf } from './table-columns.ts';

/** The order of the rows: a column's `sorts.by`, with `-` before it for the reverse. */
export type Sorting = { sort: string; onSort: (sort: string) => void };

export function DataTableHead<Row>({
  columns,
  sorting,
}: {
  columns: Column<Row>[];
  sorting: Sorting | undefined;
}) {
  return (
    <thead>
      <tr>
        {columns.map((column, index) => (
          <th
            key={column.key}
            scope="col"
            style={{ width: column.width }}
            data-align={column.align}
            data-edge={edgeOf(columns, index)}
            // On cards the button is gone; whoever goes by the heads still hears them.
            {...(sorting && column.sorts && sortedAs(column, sorting))}
          >
            {column.beforeHead}
            <HeadText column={column} sorting={sorting} />
          </th>
        ))}
        <th scope="col" className={classes.toggleCell}>
          Details
        </th>
      </tr>
    </thead>
  );
}

function HeadText<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { header, hideHeader, sorts } = column;
  if (hideHeader) return <VisuallyHidden>{header}</VisuallyHidden>;
  if (!sorts || !sorting) return header;
  const order = orderOf(column, sorting.sort);
  const Arrow = (order ?? firstOrder(column)) === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={`plain-button ${classes.sort}`}
      data-order={order}
      data-arrow={sorts.arrow}
      onClick={() => sorting.onSort(nextSort(column, sorting.sort))}
    >
      {header}
      <Arrow size={14} stroke={2} aria-hidden="true" className={classes.arrow} />
    </button>
  );
}

type Order = 'ascending' | 'descending';

function sortedAs<Row>(column: Column<Row>, { sort }: Sorting) {
  return { 'aria-label': column.header, 'aria-sort': orderOf(column, sort) };
}

function orderOf<Row>({ sorts }: Column<Row>, sort: string): Order | undefined {
  if (sort === sorts?.by) return 'ascending';
  return sort === `-${sorts?.by}` ? 'descending' : undefined;
}

function firstOrder<Row>({ sorts }: Column<Row>): Order {
  return sorts?.descendingFirst ? 'descending' : 'ascending';
}

/** The head of the column that the rows are sorted by turns them round. */
function nextSort<Row>(column: Column<Row>, sort: string): string {
  const order = orderOf(column, sort);
  const isNextDescending = order ? order === 'ascending' : firstOrder(column) === 'descending';
  return `${isNextDescending ? '-' : ''}${column.sorts?.by}`;
}

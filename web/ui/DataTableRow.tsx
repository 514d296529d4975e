import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './DataTable.module.css';
import { type Column, cellAttributes } from './table-columns.ts';

/** A row of a table, or a card: then a press shows the facts that its lines leave out. */
export function DataTableRow<Row>({
  rowKey,
  columns,
  row,
  name,
}: {
  rowKey: string;
  columns: Column<Row>[];
  row: Row;
  name: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <tr data-key={rowKey} data-open={open || undefined}>
      {columns.map((column, index) => (
        <td key={column.key} {...cellAttributes(columns, index)}>
          <div className={classes.value}>{column.cell(row)}</div>
        </td>
      ))}
      <td className={classes.toggleCell}>
        <button
          type="button"
          className={`plain-button ${classes.toggle}`}
          aria-expanded={open}
          aria-label={`Details of ${name}`}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
}

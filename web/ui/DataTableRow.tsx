import { IconChevronDown } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import classes from './DataTable.module.css';
import { type Column, cellAttributes } from './table-columns.ts';

/** A row of a table, or a card: then a press shows the facts that its lines leave out. */
export function DataTableRow<Row>({
  rowKey,
  columns,
  row,
  name,
  onOpen,
  opened = false,
}: {
  rowKey: string;
  columns: Column<Row>[];
  row: Row;
  name: string;
  onOpen?: ((row: Row) => void) | undefined;
  opened?: boolean;
}) {
  const [open, setOpen] = useState(false);
  return (
    <tr
      data-key={rowKey}
      data-open={open || undefined}
      data-opens={onOpen !== undefined || undefined}
      aria-current={opened || undefined}
      onClick={(event) => isMeantForRow(event) && onOpen?.(row)}
    >
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

const doesSomethingElse = 'a, button, input, label, select, textarea, summary';

/** Not what a control in the row is pressed for, what floats over it, or text that is being selected. */
function isMeantForRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (event.defaultPrevented || target.closest(doesSomethingElse)) return false;
  const selection = window.getSelection();
  const isSelecting = selection && !selection.isCollapsed;
  return !isSelecting || !currentTarget.contains(selection.anchorNode);
}

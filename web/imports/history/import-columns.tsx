import { Button } from '@mantine/core';
import { type ImportRecord, importText } from '#contract/imports.ts';
import { displayText, exactDate, groupDigits, shortDate } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-columns.ts';
import classes from './History.module.css';

type Cell = Column<ImportRecord>;

const file: Cell = {
  key: 'file',
  header: 'File',
  card: 'title',
  cell: ({ file_name }) => <Cut text={file_name} strong />,
};

const uploader: Cell = {
  key: 'uploader',
  header: 'Uploaded by',
  width: '20%',
  cell: ({ user_name }) => <Cut text={displayText(user_name, 'Unknown user')} />,
};

const when: Cell = {
  key: 'when',
  header: 'When',
  card: 'line',
  width: 104,
  cell: ({ created_at }) => (
    <time className={`tabular ${classes.date}`} title={exactDate(created_at)}>
      {shortDate(created_at)}
    </time>
  ),
};

const count = (key: 'stored' | 'skipped' | 'failed', header: string): Cell => ({
  key,
  header,
  width: 80,
  align: 'right',
  cell: (row) => (
    <span className={`tabular ${row[key] === 0 ? classes.none : ''}`}>{groupDigits(row[key])}</span>
  ),
});

const undo = (onUndo: (record: ImportRecord) => void): Cell => ({
  key: 'undo',
  header: 'Undo',
  hideHeader: true,
  card: 'aside',
  width: 120,
  align: 'right',
  cell: (record) => <Undo record={record} onUndo={onUndo} />,
});

export function importColumns(isAdmin: boolean, onUndo: (record: ImportRecord) => void): Cell[] {
  return [
    file,
    ...(isAdmin ? [uploader] : []),
    when,
    count('stored', 'Stored'),
    count('skipped', 'Skipped'),
    count('failed', 'Left behind'),
    undo(onUndo),
  ];
}

/** The button while it can be undone; else why it cannot. */
function Undo({
  record,
  onUndo,
}: {
  record: ImportRecord;
  onUndo: (record: ImportRecord) => void;
}) {
  if (record.undone_at) {
    return (
      <span className={classes.none} title={exactDate(record.undone_at)}>
        Undone
      </span>
    );
  }
  if (record.can_undo) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        h={28}
        aria-label={`Undo the upload of ${record.file_name}`}
        onClick={() => onUndo(record)}
      >
        Undo
      </Button>
    );
  }
  if (record.stored === 0) return null;
  return (
    <span className={classes.none} title={importText.touched}>
      Leads changed
    </span>
  );
}

function Cut({ text, strong }: { text: string; strong?: boolean }) {
  return (
    <span className={classes.cut} data-strong={strong || undefined} dir="auto" title={text}>
      {text}
    </span>
  );
}

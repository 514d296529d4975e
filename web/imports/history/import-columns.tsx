import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { importText } from '#contract/import-text.ts';
import type { ImportRecord } from '#contract/imports.ts';
import { leadsPath } from '#web/leads/lead-paths.shared.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { Cut } from '#web/ui/Cut.tsx';
import { exactDate, groupDigits, shortDate, shortTime } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-columns.ts';
import { undoReasons, uploadedByText } from '../import-text.ts';
import classes from './History.module.css';

type Cell = Column<ImportRecord>;

const file = (isAdmin: boolean): Cell => ({
  key: 'file',
  header: 'File',
  card: 'title',
  cell: (record) => (
    <>
      <Cut text={record.file_name} strong />
      {!isAdmin && record.for_partner && (
        <span className={classes.by}>
          <Cut text={uploadedByText(record.user_name)} />
        </span>
      )}
      {record.stored > 0 && !record.undone_at && <LeadsLink record={record} />}
    </>
  ),
});

const uploader: Cell = {
  key: 'uploader',
  header: 'Uploaded by',
  width: '20%',
  cell: ({ user_id, user_name, partner_id, for_partner }) => (
    <>
      {user_name === null ? (
        <Cut text="Unknown user" />
      ) : (
        <PartnerLink id={user_id} name={user_name} />
      )}
      {for_partner && (
        <span className={classes.for}>
          for <PartnerLink id={partner_id} name={for_partner} lines="any" />
        </span>
      )}
    </>
  ),
};

const when: Cell = {
  key: 'when',
  header: 'When',
  card: 'line',
  width: 104,
  cell: ({ created_at }) => (
    <time className={`tabular ${classes.when}`} dateTime={created_at} title={exactDate(created_at)}>
      <span className={classes.date}>{shortDate(created_at)}</span>{' '}
      <span className={classes.time}>{shortTime(created_at)}</span>
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
    file(isAdmin),
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
    const { undone_at } = record;
    return (
      <span className={classes.reason} title={exactDate(undone_at)}>
        {undoReasons.undone}{' '}
        <span className={classes.moment}>
          {shortDate(undone_at)}, {shortTime(undone_at)}
        </span>
      </span>
    );
  }
  if (record.can_undo) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        h={28}
        className={classes.undo ?? ''}
        aria-label={`Undo the upload of ${record.file_name}`}
        onClick={() => onUndo(record)}
      >
        Undo
      </Button>
    );
  }
  if (record.stored === 0)
    return <span className={classes.reason}>{undoReasons.nothingStored}</span>;
  return (
    <span className={classes.reason} title={importText.touched}>
      {undoReasons.touched}
    </span>
  );
}

/** Where the leads of the file are, as the list shows them. */
function LeadsLink({ record: { id, file_name } }: { record: ImportRecord }) {
  return (
    <Anchor component={Link} to={leadsPath({ import: id })} className={classes.leads ?? ''}>
      View leads<VisuallyHidden> of {file_name}</VisuallyHidden>
    </Anchor>
  );
}

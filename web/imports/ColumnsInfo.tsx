import { Anchor } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { uploadColumns } from '#contract/imports.ts';
import { maxUploadRows } from '#contract/limits.ts';
import { Card } from '#web/ui/Card.tsx';
import { groupDigits } from '#web/ui/format.ts';
import classes from './ColumnsInfo.module.css';
import { sampleCsv, sampleFileName } from './sample-csv.ts';

// Made from the contract, so that the template always has the columns the server reads.
const templateAddress = URL.createObjectURL(
  new Blob([sampleCsv()], { type: 'text/csv;charset=utf-8' }),
);

/** spec §2, Upload Leads: the columns, and a template to start from. */
export function ColumnsInfo() {
  return (
    <Card padded>
      <h2 className={classes.title}>Columns in your file</h2>
      <ColumnList title="Required" columns={uploadColumns.required} />
      <ColumnList title="Optional" columns={uploadColumns.optional} />
      <p className={classes.note}>
        The first row names the columns, in any order. Other names, such as Company or Firma, are
        understood too; what is not, you are asked. A file has at most {groupDigits(maxUploadRows)}{' '}
        rows.
      </p>
      <p className={classes.note}>
        Either every row is stored or, if a row has a mistake, none, unless you choose to import the
        valid rows only.
      </p>
      <Anchor href={templateAddress} download={sampleFileName} className={classes.template}>
        <IconDownload size={16} stroke={1.75} aria-hidden="true" />
        Download sample CSV template
      </Anchor>
    </Card>
  );
}

function ColumnList({ title, columns }: { title: string; columns: readonly string[] }) {
  return (
    <>
      <h3 className={classes.kind}>{title}</h3>
      <ul className={classes.columns}>
        {columns.map((column) => (
          <li key={column}>
            <code>{column}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

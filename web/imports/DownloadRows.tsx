import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FileCheck } from '#contract/imports.ts';
import { serverText } from '#web/lib/api-error.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toasts.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import classes from './DownloadRows.module.css';
import { importMessages } from './import-text.ts';
import { fetchReport } from './imports.api.ts';
import { type Reading, readingQuery } from './upload-choices.ts';

/** The rows of the file with a column that says what is wrong in each. */
export function DownloadRows({
  file,
  reading,
  rows,
  format,
  children,
}: {
  file: File;
  reading: Reading;
  rows: 'all' | 'bad';
  /** What the check of the file found it to be, whatever its name says. */
  format: FileCheck['format'] | undefined;
  children: ReactNode;
}) {
  const report = useMutation({
    mutationFn: () => fetchReport(file, { rows, ...readingQuery(reading) }),
    onSuccess: saveFile,
    onError: (error) => {
      if (!serverText(error)) toast.error(importMessages.downloadFailed);
    },
  });
  useKeepFocus(report.isPending);
  const refusal = serverText(report.error);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        loading={report.isPending}
        onClick={() => report.mutate()}
      >
        {children}
      </Button>
      {format === 'xls' && <p className={classes.format}>{importMessages.rowsAsXlsx}</p>}
      {/* It says what to do instead: that takes longer to read than a toast stays. */}
      {refusal && (
        <p role="alert" className={classes.refusal}>
          {refusal}
        </p>
      )}
    </>
  );
}

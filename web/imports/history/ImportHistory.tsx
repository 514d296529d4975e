import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ImportRecord } from '#contract/imports.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { importMessages } from '../import-text.ts';
import classes from './History.module.css';
import { importColumns } from './import-columns.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { firstPage, useHistory } from './use-history.ts';

const title = 'Earlier uploads';

/** Every file that leads came from, for as long as there is one; an upload can be undone here. */
export function ImportHistory() {
  const { shown, failed, loading, retrying, retry, turnTo } = useHistory();
  const isAdmin = useIsAdmin();
  const [importToUndo, setImportToUndo] = useState<ImportRecord>();
  const [confirming, dialog] = useDisclosure(false);
  const { open } = dialog;
  const askToUndo = useCallback(
    (record: ImportRecord) => {
      setImportToUndo(record);
      open();
    },
    [open],
  );
  const columns = useMemo(() => importColumns(isAdmin, askToUndo), [isAdmin, askToUndo]);
  const region = useRef<HTMLDivElement>(null);
  useFocusRescue(region, shown?.data);
  if (shown ? shown.data.total === 0 : !failed) return null;
  const message = shown ? importMessages.historyPageFailed : importMessages.historyFailed;
  return (
    <div ref={region} tabIndex={-1} className={classes.region}>
      <Card>
        <h2 className={classes.title}>{title}</h2>
        {shown && (
          <DataTable
            label={title}
            columns={columns}
            rows={shown.data.imports}
            rowKey={({ id }) => id}
            rowName={({ file_name }) => file_name}
            loading={loading}
            minWidth={isAdmin ? 840 : 680}
            empty={null}
          />
        )}
        {failed && <Failed message={message} retrying={retrying} onRetry={retry} />}
        {shown && shown.data.total > firstPage.pageSize && (
          <Pager {...shown.page} total={shown.data.total} onChange={turnTo} />
        )}
      </Card>
      <UndoDialog
        record={importToUndo}
        opened={confirming}
        onClose={dialog.close}
        focusAfter={region}
      />
    </div>
  );
}

function Failed({
  message,
  retrying,
  onRetry,
}: {
  message: string;
  retrying: boolean;
  onRetry: () => void;
}) {
  return (
    <div className={classes.failed}>
      <p role="status">{message}</p>
      <Button variant="default" size="compact-sm" h={32} loading={retrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ImportRecord } from '#contract/imports.ts';
import { pageSizes } from '#contract/limits.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Pager, type PageState } from '#web/ui/Pager.tsx';
import { importMessages } from '../import-text.ts';
import { useImports } from '../imports.api.ts';
import classes from './History.module.css';
import { importColumns } from './import-columns.tsx';
import { UndoDialog } from './UndoDialog.tsx';

const title = 'Earlier uploads';
const firstPage = { page: 0, pageSize: pageSizes[0] };

/** Every file that leads came from, for as long as there is one; an upload can be undone here. */
export function ImportHistory() {
  const [page, setPage] = useState<PageState>(firstPage);
  const imports = useImports(page);
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
  useFocusRescue(region, imports.data);
  const { data } = imports;
  if (data ? data.total === 0 : !imports.isError) return null;
  return (
    <div ref={region} tabIndex={-1} className={classes.region}>
      <Card>
        <h2 className={classes.title}>{title}</h2>
        {data ? (
          <>
            <DataTable
              label={title}
              columns={columns}
              rows={data.imports}
              rowKey={({ id }) => id}
              rowName={({ file_name }) => file_name}
              loading={imports.isPlaceholderData}
              minWidth={isAdmin ? 840 : 680}
              empty={null}
            />
            {data.total > firstPage.pageSize && (
              <Pager {...page} total={data.total} onChange={setPage} />
            )}
          </>
        ) : (
          <Failed retrying={imports.isFetching} onRetry={() => imports.refetch()} />
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

function Failed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <div className={classes.failed}>
      <p role="status">{importMessages.historyFailed}</p>
      <Button variant="default" size="compact-sm" h={32} loading={retrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

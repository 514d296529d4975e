import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Received } from '#web/lib/receive-file.ts';
import { toast } from '#web/lib/toasts.ts';
import { groupDigits } from '#web/ui/format.ts';
import classes from './ExportPanel.module.css';
import type { ExportFormat } from './export.api.ts';
import { exportMessages, exportText } from './export-text.ts';
import type { Exporter } from './use-export.ts';

const formats: { format: ExportFormat; name: string }[] = [
  { format: 'csv', name: 'CSV' },
  { format: 'xlsx', name: 'Excel (XLSX)' },
];

/** Which kind of file, or how far the one is that is under way. */
export function ExportPanel({
  exporter,
  total,
  chosen,
  onClose,
}: {
  exporter: Exporter;
  total: number | undefined;
  chosen: string[] | undefined;
  onClose: () => void;
}) {
  const { received, start, cancel } = exporter;
  useCloseWhenOver(received === undefined, onClose);
  if (received !== undefined) {
    return (
      <div className={classes.panel}>
        <p role="status">
          <Progress received={received} />
        </p>
        <Button
          variant="default"
          onClick={() => {
            cancel();
            toast.news('Cancelled', exportMessages.cancelled, { about: 'export' });
          }}
        >
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.panel}>
      {total === 0 ? (
        // Nothing else here can have the focus, which goes where the panel opens.
        <p className={classes.hint} tabIndex={-1} data-autofocus>
          {exportMessages.nothing}
        </p>
      ) : (
        <p className={classes.hint}>{exportText(chosen, total)}</p>
      )}
      {formats.map(({ format, name }) => (
        <Button
          key={format}
          variant="default"
          justify="start"
          disabled={total === 0}
          onClick={() => {
            onClose();
            void start(format, chosen);
          }}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

/** Otherwise another export would take the place of Cancel, and the second press of it. */
function useCloseWhenOver(isOver: boolean, onClose: () => void) {
  const wasOver = useRef(isOver);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver && !wasOver.current) close();
    wasOver.current = isOver;
  }, [isOver]);
}

/** The server writes the whole file before it sends the first byte of it. */
function Progress({ received: { bytes, total } }: { received: Received }) {
  if (bytes === 0) return <>Preparing the file…</>;
  return (
    <>
      Downloading… {megabytes(bytes)}
      {total !== undefined && ` of ${megabytes(total)}`}
    </>
  );
}

function megabytes(bytes: number): string {
  return `${groupDigits((bytes / 1_000_000).toFixed(1))} MB`;
}

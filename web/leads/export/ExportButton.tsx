import { Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy } from 'react';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import { PanelButton } from '#web/ui/PanelButton.tsx';
import type { Exporter } from './use-export.ts';

const loadPanel = () => import('./ExportPanel.tsx');
const ExportPanel = lazy(async () => ({ default: (await loadPanel()).ExportPanel }));

/** What the list shows, as a file; where it stands in the bar of the ticked ones, with its name. */
export function ExportButton({
  exporter,
  total,
  chosen,
  named = false,
}: {
  exporter: Exporter;
  total: number | undefined;
  /** The ids of those that are ticked, where it is not all that the list shows. */
  chosen?: string[] | undefined;
  named?: boolean;
}) {
  // Whoever opens it by keyboard goes on typing: its first choice has to be there.
  useLoadAhead(loadPanel);
  const icon =
    exporter.received === undefined ? (
      <IconDownload size={named ? 16 : 18} stroke={1.75} aria-hidden="true" />
    ) : (
      <Loader size={16} aria-hidden="true" />
    );
  return (
    <PanelButton
      label={exporter.received === undefined ? 'Export' : 'Export, under way'}
      {...(named && { text: 'Export', size: 'compact-sm' })}
      icon={icon}
      width={264}
    >
      {(close) => <ExportPanel exporter={exporter} total={total} chosen={chosen} onStart={close} />}
    </PanelButton>
  );
}

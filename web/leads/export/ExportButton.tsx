import { Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { PanelButton } from '#web/ui/PanelButton.tsx';
import type { Exporter } from './use-export.ts';

const ExportPanel = lazyPart(async () => (await import('./ExportPanel.tsx')).ExportPanel);

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
      load={ExportPanel.load}
    >
      {(close) => <ExportPanel exporter={exporter} total={total} chosen={chosen} onClose={close} />}
    </PanelButton>
  );
}

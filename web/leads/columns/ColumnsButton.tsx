import { IconColumns3 } from '@tabler/icons-react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { PanelButton } from '#web/ui/PanelButton.tsx';
import type { ColumnChoice } from './column-choice.ts';

const ColumnsPanel = lazyPart(async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel);

export function ColumnsButton(choice: {
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
}) {
  return (
    <PanelButton
      label="Columns"
      icon={<IconColumns3 size={18} stroke={1.75} aria-hidden="true" />}
      width={216}
      load={ColumnsPanel.load}
    >
      {() => <ColumnsPanel {...choice} />}
    </PanelButton>
  );
}

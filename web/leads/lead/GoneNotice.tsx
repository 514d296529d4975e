import { Button } from '@mantine/core';
import { Notice } from '#web/ui/Notice.tsx';
import { leadPanelText } from './lead-panel-text.ts';

/** For a lead that went while it stood open: whoever cannot bring it back is shown the way on. */
export function GoneNotice({ onClose }: { onClose: () => void }) {
  return (
    <Notice
      kind="warning"
      title={leadPanelText.gone}
      actions={
        <Button variant="default" size="compact-sm" h={32} onClick={onClose}>
          Back to the leads
        </Button>
      }
    >
      <p>{leadPanelText.goneHint}</p>
    </Notice>
  );
}

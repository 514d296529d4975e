import { CloseButton } from '@mantine/core';
import { displayText } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './ChangedMeanwhile.module.css';
import type { Changes } from './lead-desk.ts';
import { leadPanelText } from './lead-panel-text.ts';

/** What somebody else has changed beside what was just saved. */
export function ChangedMeanwhile({ changes, onClose }: { changes: Changes; onClose: () => void }) {
  return (
    <Notice kind="info" actions={<CloseButton aria-label="Close" onClick={onClose} />}>
      <p>{leadPanelText.changedMeanwhile}</p>
      <ul className={classes.changes}>
        {changes.map(({ fact, from, to }) => (
          <li key={fact.name}>
            {fact.label}: <bdi>{displayText(from)}</bdi> is now <bdi>{displayText(to)}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

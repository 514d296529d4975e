import { Checkbox, Modal } from '@mantine/core';
import { Fragment, useState } from 'react';
import { focusIfLost } from '#web/lib/focus-if-lost.ts';
import classes from './ShortcutsDialog.module.css';
import { shortcutPreference, shortcuts } from './shortcuts.ts';

/** Lists the keys, and lets them be turned off. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [on, setOn] = useState(shortcutPreference.on);
  const turn = (next: boolean) => {
    shortcutPreference.on = next;
    setOn(next);
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // The slide-out menu, from which it may have been opened, is gone by now.
      onExitTransitionEnd={() => focusIfLost(document.getElementById('main'))}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size={520}
    >
      <dl className={classes.keys} data-off={!on || undefined}>
        {shortcuts.map(({ key, does }) => (
          <KeyRow key={key} keys={[key]} does={does} />
        ))}
      </dl>
      <Checkbox
        label="Use these keys"
        description="They do nothing while you type in a field."
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <dl className={classes.always}>
        <KeyRow keys={['Ctrl+Z', '⌘Z']} does="Undo the newest change" />
        <KeyRow keys={['↓']} does="From the search to the first lead" />
        <KeyRow keys={['Esc']} does="Leave the search, or close the lead" />
        <KeyRow keys={['↑', '↓']} does="From value to value of the lead, Enter to correct it" />
        <KeyRow keys={['Ctrl+Enter', '⌘Enter']} does="Send the note" />
      </dl>
    </Modal>
  );
}

/** `keys`: any one of them. */
function KeyRow({ keys, does }: { keys: string[]; does: string }) {
  return (
    <div className={classes.row}>
      <dt>
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && ' or '}
            <kbd className={classes.key}>{key}</kbd>
          </Fragment>
        ))}
      </dt>
      <dd className={classes.does}>{does}</dd>
    </div>
  );
}
